import { useEffect } from 'react';
import { createTab } from './tab.ts';

/** The tab of this page. */
export const tab = createTab(document, '/desk/ringing.svg');

/** Names the tab for the screen that is shown. */
export function useTabName(name: string): void {
  useEffect(() => tab.name(`${name} · Desk`), [name]);
}
