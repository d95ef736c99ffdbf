/**
 * The page values of the customer's page state (S2), plus the status, the pages of an agent and of a code's link, and the pages
 * that browsers without script need.
 */
export const pages = {
  home: '/',
  about: '/about',
  services: '/services',
  'remote-fi': '/remote-fi',
  lync: '/lync',
  terms: '/terms',
  privacy: '/privacy',
  status: '/status',
  'dealer-intake': '/dealer-intake',
  portal: '/portal',
  agent: '/agent',
  'access-code': '/access-code',
  inquiry: '/inquiry',
  'thank-you': '/thank-you',
  'not-found': '/404',
} as const;

export type Page = keyof typeof pages;

/** The forms that make a lead, with the page of each. */
export const formPages = { inquiry: 'inquiry', intake: 'dealer-intake' } as const satisfies Record<string, Page>;

export type LeadKind = keyof typeof formPages;
