import { navigate } from 'wouter/use-browser-location';

/** Takes what was searched for out of the address, for whoever comes next. The screen stays. */
export function leaveSearch(): void {
  if (location.search !== '') navigate(location.pathname, { replace: true });
}
