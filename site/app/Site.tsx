import type { ComponentType, ReactNode } from 'react';
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

/** The frame that every page stands in. */
export function Site({ view, note }: { view: View; note?: ReactNode }) {
  const { header, footer } = entryOf(view.page);
  return (
    <>
      {opensWithSplash(view.page) && <Splash />}
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {note}
      {header && <Header page={view.page} />}
      <main id="main" tabIndex={-1}>
        <view.Page key={view.visit} />
      </main>
      {footer && <Footer />}
      <PortalDoor elsewhere={view.page !== 'portal'} />
    </>
  );
}
