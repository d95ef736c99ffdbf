import type { MouseEvent, ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';

/**
 * Opens an address of the console in this document, for the press on a link. A press with a key that opens a link elsewhere is left to
 * the browser.
 */
export function openInside(event: MouseEvent, href: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(href);
}

/**
 * A link to another screen by its whole address, in parts that know no router. Without it the browser would load the console anew, and
 * the result of a press that is still under way would be lost.
 */
export const InsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} onClick={(event) => openInside(event, href)}>
    {children}
  </a>
);
