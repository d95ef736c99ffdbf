import type { ComponentProps, ReactNode } from 'react';
import { useTabName } from '../lib/use-tab.ts';
import { SearchField } from './SearchField.tsx';

interface ListScreenProps {
  /** The screen's name, for screen readers. */
  title: string;
  /** What the browser's tab says, when it is not the name. */
  tab?: string;
  className?: string;
  search?: ComponentProps<typeof SearchField>;
  /** Buttons beside the search, such as the one that adds to the list. */
  action?: ReactNode;
  /** The open record; nothing when none is open. */
  record: ReactNode;
  children: ReactNode;
}

/** A list, and beside it the open record. On a phone the record takes the list's place. */
export function ListScreen({ title, tab = title, className = '', search, action, record, children }: ListScreenProps) {
  useTabName(tab);
  return (
    <div className={`board ${className}`} data-open={record ? true : undefined}>
      <div className="board-list">
        <h1 className="visually-hidden" tabIndex={-1}>
          {title}
        </h1>
        {search && (
          <div className="board-head">
            <SearchField {...search} />
            {action}
          </div>
        )}
        {children}
      </div>
      {record}
    </div>
  );
}
