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
