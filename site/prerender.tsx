import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { brand } from '#brand/brand.ts';
import { mail as brandMail } from '#brand/mail.ts';
import { loadAgainScript } from '#client/lib/load-again-head.ts';
import { telOf } from '#client/ui/tel.ts';
import { formPages, type Page, pages } from '#contract/pages.ts';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';
import { figuresBlockId } from '#contract/status.ts';
import { themeColor } from './app/describe-site.ts';
import { descriptions, isIndexed } from './app/descriptions.ts';
import { firstPaintScript } from './app/first-paint-head.ts';
import { pageTable } from './app/pages.ts';
import { Site } from './app/Site.tsx';
import { earlyPostScript } from './forms/name-early-post.ts';
import { opensWithSplash } from './motion/splash.ts';
import { splashScript } from './motion/splash-head.ts';
import { pageAt } from './navigation/navigation.ts';

export { describeSite } from './app/describe-site.ts';
export { loadAgainScript, pageAt };

export const pageNames = Object.keys(pageTable) as Page[];

/** The settings of a page until the server writes its own into it: the page's own server, with the default ids. */
const runtime: RuntimeSettings = {
  mail: {
    origin: '',
    ...brandMail,
    blockHeadless: false,
    confirms: false,
    throttleMs: 0,
  },
  sms: { baseUrl: '', token: '' },
};

/** The module of a page, as the build's manifest names it. */
const moduleOf = (page: Page): string =>
  `pages/${page.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}.tsx`;

/** Everything about a page's document except its content. */
export function describePage(page: Page) {
  const { title, isStatic = false } = pageTable[page];
  const path = pages[page];
  const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
  return {
    name: page,
    path,
    file,
    module: moduleOf(page),
    title,
    description: descriptions[page],
    indexed: isIndexed(page),
    hasAddress: page !== 'not-found',
    isStatic,
    runtime,
    runtimeBlockId,
    figuresBlockId,
    themeColor,
    /** Runs before the first paint. */
    headScript: [
      firstPaintScript,
      loadAgainScript,
      ...(opensWithSplash(page) ? [splashScript] : []),
      ...(Object.values<Page>(formPages).includes(page) ? [earlyPostScript] : []),
    ].join(';'),
  };
}

const htmlOf = async (node: ReactNode): Promise<string> => new Response((await prerender(node)).prelude).text();

/**
 * Shown by styles alone when drawing the page has thrown (docs/decisions/0241-what-cannot-be-drawn-leaves-a-sentence.md). Its link
 * leads to the address that is shown then, which may be that of another page.
 */
const notDrawn = (
  <p className="night" role="alert">
    This page has failed. <a href="?">Load it again</a>, or call <a href={telOf(brand.phone)}>{brand.phone}</a>.
  </p>
);

/** A page's document, with its content as HTML. */
export async function prerenderPage(page: Page) {
  const Component = await pageTable[page].load();
  const html = await htmlOf(<Site view={{ page, Page: Component, visit: 0 }} />);
  return { ...describePage(page), html, notDrawn: await htmlOf(notDrawn) };
}
