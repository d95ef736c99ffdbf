/** The event of the window that opens the dealer portal, whoever fires it (S2). */
export const openPortalEvent = 'openDealerPortal';

/** The event of the window that loads the portal's dialogs because one of them has a notice to show. It opens no portal. */
export const portalNoticeEvent = 'dealerPortalNotice';

/** The event of the window that says that a request is being sent. The dialogs are loaded then: one may have to show its result. */
export const portalRequestEvent = 'dealerPortalRequest';

export const openPortal = (): void => void dispatchEvent(new Event(openPortalEvent));
