import type { MouseEvent, ReactNode } from 'react';
import { jumpTo } from '#client/ui/jump-to.ts';
import { Splash } from '../motion/Splash.tsx';
import { opensWithSplash } from '../motion/splash.ts';
import type { View } from '../navigation/navigation.ts';
import { PortalLoader } from '../portal/PortalLoader.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { pageTable } from './pages.ts';
import { Served } from './Served.tsx';

/** Jumps without the history entry that the browser's own jump would add. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  jumpTo('main');
}

/** The content of a page. Without a component it keeps the HTML that the document was served with. */
function Main({ Page }: Pick<View, 'Page'>) {
  if (Page) {
    return (
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
    );
  }
  return <Served as="main" id="main" tabIndex={-1} />;
}

/** The frame of every page: header, main, footer, and the loader of the portal. */
export function Site({ view, note }: { view: View; note?: ReactNode }) {
  const { isBare } = pageTable[view.page];
  return (
    <>
      {opensWithSplash(view.page) && <Splash />}
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link into the page, and works as one without script */}
      <a className="skip-link" href="#main" onClick={skip}>
        Skip to content
      </a>
      {/* Present before it has content, so that screen readers announce what appears in it (WCAG 4.1.3). */}
      <div aria-live="polite">{note}</div>
      {!isBare && <Header page={view.page} />}
      <Main key={view.visit} Page={view.Page} />
      {!isBare && <Footer />}
      <PortalLoader elsewhere={view.page !== 'portal'} />
    </>
  );
}
