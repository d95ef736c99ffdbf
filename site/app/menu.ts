import { brand } from '#brand/brand.ts';
import { type Page, pages } from '#contract/pages.ts';

/** An item of the header's navigation and of the footer's menu. */
interface MenuItem {
  readonly page: Page;
  readonly label: string;
  readonly comingSoon?: true;
}

export const menu: readonly MenuItem[] = [
  { page: 'home', label: 'Home' },
  { page: 'about', label: 'About' },
  { page: 'services', label: 'Services' },
  { page: 'remote-fi', label: 'Remote F&I' },
  { page: 'lync', label: brand.lync.name, comingSoon: true },
];

/** Where an item of the header leads: on home to the section of that name, elsewhere to the page (S2). */
export const headerTarget = (item: Page, shown: Page): string =>
  shown === 'home' && item !== 'home' ? `#${item}` : pages[item];
