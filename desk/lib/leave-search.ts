import { navigate } from 'wouter/use-browser-location';

/** Removes the searched words from the address, so that the next person at this browser does not read them. The screen stays. */
export function leaveSearch(): void {
  if (location.search !== '') navigate(location.pathname, { replace: true });
}
