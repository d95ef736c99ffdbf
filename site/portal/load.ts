/** The open portal. It is loaded while the server checks the access code. */
export const loadPortalScreen = () => import('./screen/PortalScreen.tsx');
