/** The description of each page for search engines. Used only at build time: browsers do not load it. */
import { brand } from '#brand/brand.ts';
import type { Page } from '#contract/pages.ts';

/** The pages that search engines may not list. */
const unlisted: readonly Page[] = ['inquiry', 'portal', 'agent', 'access-code', 'thank-you', 'not-found'];

/** Whether search engines may list a page. */
export const isIndexed = (page: Page): boolean => !unlisted.includes(page);

/** What search engines show under a page's title. */
export const descriptions: Readonly<Record<Page, string>> = {
  home: `${brand.tagline} Finance managers and desk specialists on your screen, on demand, for car dealerships nationwide.`,
  about: `Why ${brand.name} exists, and remote F&I in three steps: a remote connection, a shared screen and a voice.`,
  services:
    'Request an agent in the portal, connect with your exclusive access code, complete the deal, pay the invoice: remote F&I in four steps.',
  'remote-fi':
    'What happens in a remote F&I session, in your store and at our desk. What works today, what is coming, and who is in control of the screen.',
  lync: `${brand.lync.name} is the remote desktop ${brand.name} is building for the finance desk: planned features, platforms, architecture and API, with early access by e-mail.`,
  terms: `The terms between your dealership and ${brand.name}, in twelve sections of plain words.`,
  privacy: `What ${brand.name} stores when you use this site, why, for how long, and what you can ask of us.`,
  status: `What ${brand.name} measured in the last 90 days, day by day: setup, availability and uptime, and how each is counted.`,
  'dealer-intake': `Register your store with ${brand.name}: business details, dealer information and sales data, in one form.`,
  inquiry: `Ask ${brand.name} about remote F&I for your dealership. We answer within 24 hours.`,
  portal: `The way for a registered dealership to ask ${brand.name} for a finance manager.`,
  'access-code': `Get the access code of your store for the ${brand.name} dealer portal: a press makes it, and shows it once.`,
  agent: `What a dealership asked of ${brand.name}, for the finance manager who was sent the link.`,
  'thank-you': 'Whether we have the form that you sent, and what happens next.',
  'not-found': 'There is no page at this address.',
};
