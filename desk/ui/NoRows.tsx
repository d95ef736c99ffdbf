import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '#client/ui/Button.tsx';

/** Whether the rows here are an earlier answer, to other filters than those that are chosen. `Loaded` sets it. */
export const EarlierRows = createContext(false);

interface NoRowsProps {
  children: ReactNode;
  /** Shows the list without filters; undefined while no filter is set. */
  onClear?: (() => void) | undefined;
}

/**
 * Says why a list is empty; `children` is nothing while it has rows. It is always in the page, because screen readers announce only
 * what changes in a region that was there before. It says nothing while the rows are those of an earlier filter.
 */
export function NoRows({ children, onClear }: NoRowsProps) {
  const none = !useContext(EarlierRows) && children;
  return (
    <>
      <p className="empty" role="status">
        {none}
      </p>
      {none && onClear && (
        <p className="empty-end">
          <Button onClick={onClear}>Clear filters</Button>
        </p>
      )}
    </>
  );
}
