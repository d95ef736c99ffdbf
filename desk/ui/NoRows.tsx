import type { ReactNode } from 'react';

interface NoRowsProps {
  className?: 'board-none' | 'empty';
  /** Why the list is empty; nothing while it has rows. */
  children: ReactNode;
}

/**
 * Says why a list is empty. It is shown with every list, because screen readers announce only what comes into a region that was
 * there: what a search did not find.
 */
export function NoRows({ className = 'board-none', children }: NoRowsProps) {
  return (
    <p className={className} role="status">
      {children}
    </p>
  );
}
