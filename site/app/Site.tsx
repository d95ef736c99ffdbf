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

/** Only the prerender step and development need its content: it runs once, in the document that was served with it. */
const splash = (import.meta.env.SSR || import.meta.env.DEV) && <Splash />;

/** The frame of every page: header, main, footer, and the loader of the portal. */
export function Site({ view, note }: { view: View; note?: ReactNode }) {
  const { page, Page, visit } = view;
  const { isBare } = pageTable[page];
  return (
    <>
      {opensWithSplash(page) && (
        <Served as="div" id="splash" className="splash night">
          {splash}
        </Served>
      )}
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link into the page, and works as one without script */}
      <a className="skip-link" href="#main" onClick={skip}>
        Skip to content
      </a>
      {/* Present before it has content, so that screen readers announce what appears in it (WCAG 4.1.3). */}
      <div aria-live="polite">{note}</div>
      {!isBare && <Header page={page} />}
      <Served key={visit} as="main" id="main" tabIndex={-1}>
        {Page && <Page />}
      </Served>
      {!isBare && <Footer />}
      <PortalLoader elsewhere={page !== 'portal'} />
    </>
  );
}
