import type { ComponentType } from 'react';
import { brand } from '#brand/brand.ts';
import { type Page, pages } from '#contract/pages.ts';

/** One page of the site. Its module lies in site/pages under the page's name: `dealer-intake` is DealerIntake.tsx. */
export interface PageEntry {
  readonly load: () => Promise<ComponentType>;
  /** The document's title, complete. */
  readonly title: string;
  readonly description: string;
  /** Whether the site's header and footer frame the page. */
  readonly header: boolean;
  readonly footer: boolean;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
}

const titled = (title: string): string => `${title} | ${brand.name}`;

/** Every page that is built. A new page is one line here and one module in site/pages. */
export const pageTable = {
  home: {
    load: () => import('../pages/Home.tsx').then(({ Home }) => Home),
    title: `${brand.name}: remote F&I for car dealerships`,
    description: `${brand.tagline} Finance managers and desk specialists on your screen, on demand, for car dealerships nationwide.`,
    header: true,
    footer: true,
    indexed: true,
  },
  about: {
    load: () => import('../pages/About.tsx').then(({ About }) => About),
    title: titled('About'),
    description: `Why ${brand.name} exists, and remote F&I in three steps: a remote connection, a shared screen and a voice.`,
    header: true,
    footer: true,
    indexed: true,
  },
  services: {
    load: () => import('../pages/Services.tsx').then(({ Services }) => Services),
    title: titled('Services: how it works'),
    description:
      'Request an agent in the portal, connect with your exclusive access code, complete the deal, pay the invoice: remote F&I in four steps.',
    header: true,
    footer: true,
    indexed: true,
  },
  'remote-fi': {
    load: () => import('../pages/RemoteFi.tsx').then(({ RemoteFi }) => RemoteFi),
    title: titled('Remote F&I: a session, minute by minute'),
    description:
      'What happens in a remote F&I session, in your store and at our desk. What works today, what is coming, and who is in control of the screen.',
    header: true,
    footer: true,
    indexed: true,
  },
  lync: {
    load: () => import('../pages/Lync.tsx').then(({ Lync }) => Lync),
    title: titled(`${brand.lync.name}, our own remote desktop (Coming Soon)`),
    description: `${brand.lync.name} is the remote desktop ${brand.name} is building for the finance desk: planned features, platforms, architecture and API, with early access by e-mail.`,
    header: true,
    footer: true,
    indexed: true,
  },
  terms: {
    load: () => import('../pages/Terms.tsx').then(({ Terms }) => Terms),
    title: titled('Terms of Service'),
    description: `The terms between your dealership and ${brand.name}, in twelve sections of plain words.`,
    header: true,
    footer: true,
    indexed: true,
  },
  privacy: {
    load: () => import('../pages/Privacy.tsx').then(({ Privacy }) => Privacy),
    title: titled('Privacy Policy'),
    description: `What ${brand.name} stores when you use this site, why, for how long, and what you can ask of us.`,
    header: true,
    footer: true,
    indexed: true,
  },
  'dealer-intake': {
    load: () => import('../pages/DealerIntake.tsx').then(({ DealerIntake }) => DealerIntake),
    title: titled('Dealer intake'),
    description: `Register your store with ${brand.name}: business details, dealer information and sales data, in one form.`,
    header: false,
    footer: false,
    indexed: true,
  },
  inquiry: {
    load: () => import('../pages/Inquiry.tsx').then(({ Inquiry }) => Inquiry),
    title: titled('Dealer inquiry'),
    description: `Ask ${brand.name} about remote F&I for your dealership. We answer within 24 hours.`,
    header: true,
    footer: true,
    indexed: false,
  },
  portal: {
    load: () => import('../pages/Portal.tsx').then(({ Portal }) => Portal),
    title: titled('Dealer Portal'),
    description: `The way for a registered dealership to ask ${brand.name} for a finance manager.`,
    header: true,
    footer: false,
    indexed: false,
  },
  'thank-you': {
    load: () => import('../pages/ThankYou.tsx').then(({ ThankYou }) => ThankYou),
    title: titled('Thank you'),
    description: `${brand.name} has received what you sent.`,
    header: true,
    footer: true,
    indexed: false,
  },
  'not-found': {
    load: () => import('../pages/NotFound.tsx').then(({ NotFound }) => NotFound),
    title: titled('Page not found'),
    description: 'There is no page at this address.',
    header: true,
    footer: true,
    indexed: false,
  },
} as const satisfies Partial<Record<Page, PageEntry>>;

/** A page that is built. */
export type BuiltPage = keyof typeof pageTable;

export const builtPages = Object.keys(pageTable) as BuiltPage[];

/** The page at a URL path, with or without a trailing slash. */
export function pageAt(path: string): BuiltPage {
  const plain = path === '/' ? path : path.replace(/\/$/, '');
  return builtPages.find((page) => pages[page] === plain) ?? 'not-found';
}

export const entryOf = (page: BuiltPage): PageEntry => pageTable[page];
