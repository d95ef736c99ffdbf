import { brand } from '#brand/brand.ts';
import type { Page } from '#contract/pages.ts';
import type { Route } from '../navigation/navigation.ts';

/** One page of the site. Its module is in site/pages under the page's name: `dealer-intake` is DealerIntake.tsx. */
interface PageEntry extends Route {
  /** Whether the page is shown without the site's header and footer. */
  readonly isBare?: true;
  /**
   * Whether the page is only text, pictures and links. A document that was served with such a page loads no script for it:
   * its HTML stays as it is. Such a page has no state and no event handlers.
   */
  readonly isStatic?: true;
}

/** Gives what a module exports under a name. A call costs fewer bytes than a pattern, and every page carries this table. */
const named =
  <Name extends string>(name: Name) =>
  <Found>(module: Readonly<Record<Name, Found>>): Found =>
    module[name];

const titled = (title: string): string => `${title} | ${brand.name}`;

/** Every page of the site. A new one is an entry here, in `contract/pages.ts` and `descriptions.ts`, and a module in site/pages. */
export const pageTable: Readonly<Record<Page, PageEntry>> = {
  home: {
    load: () => import('../pages/Home.tsx').then((file) => file.loadHome()),
    title: `${brand.name}: remote F&I for car dealerships`,
  },
  about: {
    load: () => import('../pages/About.tsx').then(named('About')),
    title: titled('About'),
    isStatic: true,
  },
  services: {
    load: () => import('../pages/Services.tsx').then(named('Services')),
    title: titled('Services: how it works'),
    isStatic: true,
  },
  'remote-fi': {
    load: () => import('../pages/RemoteFi.tsx').then(named('RemoteFi')),
    title: titled('Remote F&I: a session, minute by minute'),
  },
  lync: {
    load: () => import('../pages/Lync.tsx').then(named('Lync')),
    title: titled(`${brand.lync.name}, our own remote desktop (Coming Soon)`),
    isStatic: true,
  },
  terms: {
    load: () => import('../pages/Terms.tsx').then(named('Terms')),
    title: titled('Terms of Service'),
    isStatic: true,
  },
  privacy: {
    load: () => import('../pages/Privacy.tsx').then(named('Privacy')),
    title: titled('Privacy Policy'),
    isStatic: true,
  },
  status: {
    load: () => import('../pages/Status.tsx').then(named('Status')),
    title: titled('Status'),
    isStatic: true,
  },
  'dealer-intake': {
    load: () => import('../pages/DealerIntake.tsx').then((file) => file.loadDealerIntake()),
    title: titled('Dealer intake'),
    isBare: true,
  },
  inquiry: {
    load: () => import('../pages/Inquiry.tsx').then(named('Inquiry')),
    title: titled('Dealer inquiry'),
  },
  portal: {
    load: () => import('../pages/Portal.tsx').then(named('Portal')),
    title: titled('Dealer Portal'),
    isBare: true,
  },
  agent: {
    load: () => import('../pages/Agent.tsx').then(named('Agent')),
    title: titled('Finance desk'),
    isBare: true,
  },
  'access-code': {
    load: () => import('../pages/AccessCode.tsx').then(named('AccessCode')),
    title: titled('Dealer Portal'),
    isBare: true,
  },
  'thank-you': {
    load: () => import('../pages/ThankYou.tsx').then(named('ThankYou')),
    title: titled('Your form'),
    isStatic: true,
  },
  'not-found': {
    load: () => import('../pages/NotFound.tsx').then(named('NotFound')),
    title: titled('Page not found'),
    isStatic: true,
  },
};
