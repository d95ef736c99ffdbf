import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface ConfirmProps {
  /** On the button that asks. */
  children: ReactNode;
  question: string;
  confirmLabel: string;
  cancelLabel: string;
  /** Gives the focus a new place too: the question and its buttons are gone by then. */
  onConfirm: () => void;
}

/** A button that asks before it acts, in its own place. The focus goes to the question; Cancel gives it back to the button. */
export function Confirm({ children, question, confirmLabel, cancelLabel, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const text = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) text.current?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
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
      <Button look="quiet" onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        {cancelLabel}
      </Button>
    </>
  );
}
