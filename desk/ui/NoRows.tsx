import { createContext, type ReactNode, useContext } from 'react';

/** Whether the rows here are an earlier answer, to other filters than those that are chosen. `Loaded` sets it. */
export const EarlierRows = createContext(false);

/**
 * Says why a list is empty; `children` is nothing while it has rows. It is shown with every list, because screen readers announce only
 * what comes into a region that was there: what a search did not find. Of an earlier answer it says nothing.
 */
export const NoRows = ({ children }: { children: ReactNode }) => (
  <p className="empty" role="status">
    {!useContext(EarlierRows) && children}
  </p>
);
