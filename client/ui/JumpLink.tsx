import type { MouseEvent, ReactNode } from 'react';
import { jumpTo } from './jump-to.ts';

/** A link within the page. The browser's own jump would add an entry to the history and leave the label outside the view. */
export function JumpLink({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    jumpTo(to);
  };
  return (
    <a href={`#${to}`} onClick={follow}>
      {children}
    </a>
  );
}
