/** Loads what the portal shows over a page of the site. */
export const loadPortalDialogs = () => import('./PortalDialogs.tsx');
