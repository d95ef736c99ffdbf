import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

export interface ConfirmProps {
  /** The words on the button that asks. */
  children: ReactNode;
  question: string;
  confirmLabel: string;
  /** By default `Keep it`. */
  cancelLabel?: string;
  /**
   * Does what was asked about. The question closes when this has ended, unless it resolves to false, which means that it failed.
   * When it has moved the focus, the focus stays there.
   */
  onConfirm: () => unknown;
  /** Whether the action is running. Until it has ended, the question cannot be cancelled. */
  busy?: boolean;
}

/**
 * A button that a question for confirmation replaces before it acts. The question gets the focus; Cancel, Escape and the end
 * of the action give it back to the button.
 */
export function Confirm({ children, question, confirmLabel, cancelLabel = 'Keep it', onConfirm, busy }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const text = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) text.current?.focus();
    // The buttons of the question are gone, so a focus on one of them is lost.
    else if (asked.current && document.activeElement === document.body) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const act = async () => {
    if ((await onConfirm()) !== false) setAsking(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Otherwise the dialog or the record around the question would close with it.
    event.preventDefault();
    event.stopPropagation();
    if (!busy) setAsking(false);
  };
  if (!asking) {
    return (
      <Button look="quiet" ref={button} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <p ref={text} tabIndex={-1} onKeyDown={onKeyDown}>
        {question}
      </p>
      <Button look="quiet" onKeyDown={onKeyDown} aria-disabled={busy} onClick={() => void act()}>
        {confirmLabel}
      </Button>
      {!busy && (
        <Button look="quiet" onKeyDown={onKeyDown} onClick={() => setAsking(false)}>
          {cancelLabel}
        </Button>
      )}
    </>
  );
}
