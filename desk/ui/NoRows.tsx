import { createContext, type ReactNode, useContext } from 'react';

/** Whether the rows here are an earlier answer, to other filters than those that are chosen. `Loaded` sets it. */
export const EarlierRows = createContext(false);

/**
 * Says why a list is empty; `children` is nothing while it has rows. It is always in the page, because screen readers announce only
 * what changes in a region that was there before. It says nothing while the rows are those of an earlier filter.
 */
export const NoRows = ({ children }: { children: ReactNode }) => (
  <p className="empty" role="status">
    {!useContext(EarlierRows) && children}
  </p>
);
