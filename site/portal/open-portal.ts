/** The event of the window that opens the dealer portal, whoever fires it (S2). */
export const openPortalEvent = 'openDealerPortal';

/** Brings the portal's room onto the page, which then tells what there is to tell. It opens nothing by itself. */
export const portalNewsEvent = 'dealerPortalNews';

/** What the portal shows over a page of the site. It is loaded when it is needed, not before. */
export const loadRoom = () => import('./PortalRoom.tsx');

export const openPortal = (): void => void dispatchEvent(new Event(openPortalEvent));
