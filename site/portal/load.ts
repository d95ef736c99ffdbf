/** The parts of the portal that are loaded when they are needed. */

/** What the portal shows over a page of the site. */
export const loadPortalDialogs = () => import('./PortalDialogs.tsx');

/** The open portal. It is loaded while the server checks the access code. */
export const loadPortalScreen = () => import('./screen/PortalScreen.tsx');
