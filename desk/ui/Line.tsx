import type { ReactNode } from 'react';

interface LineProps {
  words: ReactNode;
  note: ReactNode;
  children?: ReactNode;
}

/** A line of a list of `lines`: its words, a note below them, and beside both what can be done with it. */
export const Line = ({ words, note, children }: LineProps) => (
  <li>
    <span className="line-main">
      {words}
      <span className="line-note">{note}</span>
    </span>
    {children}
  </li>
);
