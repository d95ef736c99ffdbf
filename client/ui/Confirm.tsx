import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface ConfirmProps {
  /** On the button that asks. */
  children: ReactNode;
  question: string;
  confirmLabel: string;
  cancelLabel: string;
  /**
   * What is done. The question closes when it has ended; a promise of false says that it failed, and the question stays. A focus
   * that it gave a new place stays there.
   */
  onConfirm: () => unknown;
}

/**
 * A button that asks before it acts, in its own place. The focus goes to the question; Cancel, and the end of what was done, give it
 * back to the button.
 */
export function Confirm({ children, question, confirmLabel, cancelLabel, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const text = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) text.current?.focus();
    // The buttons of the question are gone: a focus that was on one of them is on nothing now.
    else if (asked.current && document.activeElement === document.body) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const act = async () => {
    if ((await onConfirm()) !== false) setAsking(false);
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
      <p ref={text} tabIndex={-1}>
        {question}
      </p>
      <Button look="quiet" onClick={() => void act()}>
        {confirmLabel}
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        {cancelLabel}
      </Button>
    </>
  );
}
