import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isPlainPress } from '#client/lib/plain-press.ts';
import { deskPath } from '#contract/desk/session.ts';

interface RowLinkProps {
  id: string;
  /** The record's path inside the console. */
  path: string;
  selected: boolean;
  children: ReactNode;
}

/**
 * The link from a list's row to its record. The keys of the list find it by `data-row`. It does not subscribe to the address, as
 * the router's own link does: then a list of thousands of rows would be drawn again whenever a record is opened.
 */
export function RowLink({ id, path, selected, children }: RowLinkProps) {
  const href = `${deskPath}${path}`;
  return (
    <a
      href={href}
      aria-current={selected || undefined}
      data-row={id}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
}
