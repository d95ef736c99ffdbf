import { type ReactNode, useId } from 'react';
import { CopyButton } from '#client/ui/CopyButton.tsx';

const standings = { done: 'Done', open: 'To do', optional: 'Optional' } as const;

interface LineProps {
  state: keyof typeof standings;
  title: string;
  /** What it is for. Shown while there is something to do. */
  why: string;
  found: ReactNode;
  children?: ReactNode;
}

/** One line of the checklist: what the server found, what it is for, and the one thing that does it. */
export function Line({ state, title, why, found, children }: LineProps) {
  const id = useId();
  return (
    <li className="hour-line" data-state={state} aria-labelledby={id}>
      <span className="hour-mark" aria-hidden="true" />
      <div className="hour-words">
        <h2 id={id}>
          {title} <span className="hour-standing">{standings[state]}</span>
        </h2>
        <div className="hour-found">{found}</div>
        {state !== 'done' && <p className="soft">{why}</p>}
        {children && <div className="hour-act">{children}</div>}
      </div>
    </li>
  );
}

/** A command to type, with a button that copies it. */
export function Command({ text, what }: { text: string; what: string }) {
  return (
    <span className="row-of-buttons hour-command">
      <code className="boxed">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
