import { prerender } from 'react-dom/static';
import { mail as brandMail } from '#brand/mail.ts';
import { loadAgainScript } from '#client/lib/load-again-head.ts';
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

/** A page's document, with its content as HTML. */
export async function prerenderPage(page: Page) {
  const Component = await pageTable[page].load();
  const { prelude } = await prerender(<Site view={{ page, Page: Component, visit: 0 }} />);
  return { ...describePage(page), html: await new Response(prelude).text() };
}
