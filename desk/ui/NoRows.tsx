import type { ReactNode } from 'react';

/**
 * Says why a list is empty; `children` is nothing while it has rows. It is shown with every list, because screen readers announce only
 * what comes into a region that was there: what a search did not find.
 */
export const NoRows = ({ children }: { children: ReactNode }) => (
  <p className="empty" role="status">
    {children}
  </p>
);
