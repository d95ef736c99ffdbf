/** The event of the window that opens the dealer portal, whoever fires it (S2). */
export const openPortalEvent = 'openDealerPortal';

export const openPortal = (): void => void dispatchEvent(new Event(openPortalEvent));
