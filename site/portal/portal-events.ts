/** The window's event that opens the dealer portal. Any code may fire it (S2). */
export const openPortalEvent = 'openDealerPortal';

/** The window's event that loads the portal's dialogs because one of them has a notice to show. It does not open the portal. */
export const portalNoticeEvent = 'dealerPortalNotice';

/** The window's event that a request is being sent. It loads the dialogs, because one may have to show the result. */
export const portalRequestEvent = 'dealerPortalRequest';

export const openPortal = (): void => void dispatchEvent(new Event(openPortalEvent));
