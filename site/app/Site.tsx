import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { jumpTo } from '#client/ui/jump-to.ts';
import { Splash } from '../motion/Splash.tsx';
import { opensWithSplash } from '../motion/splash.ts';
import { PortalDoor } from '../portal/PortalDoor.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { type BuiltPage, entryOf } from './pages.ts';

/** What is shown: a page with its loaded module, and how many pages were shown before it in this document. */
export interface View {
  readonly page: BuiltPage;
  readonly Page: ComponentType;
  readonly visit: number;
}

/** Without the step in the history that the browser's own jump makes. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  jumpTo('main');
}

/** The frame that every page stands in. */
export function Site({ view, note }: { view: View; note?: ReactNode }) {
  const { header, footer } = entryOf(view.page);
  return (
    <>
      {opensWithSplash(view.page) && <Splash />}
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link into the page, and works as one without script */}
      <a className="skip-link" href="#main" onClick={skip}>
        Skip to content
      </a>
      {/* In the page before there is anything to tell, so that it is announced (WCAG 4.1.3). */}
      <div aria-live="polite">{note}</div>
      {header && <Header page={view.page} />}
      <main id="main" tabIndex={-1}>
        <view.Page key={view.visit} />
      </main>
      {footer && <Footer />}
      <PortalDoor elsewhere={view.page !== 'portal'} />
    </>
  );
}
