import { type MouseEvent, type SyntheticEvent, useEffect } from 'react';
import { brand } from '#brand/brand.ts';
import { isPlainPress } from '#client/lib/plain-press.ts';
import { Button } from '#client/ui/Button.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { type Page, pages } from '#contract/pages.ts';
import { scrollToTop } from '../motion/scroll.ts';
import { beforePageChange } from '../navigation/navigation.ts';
import { cancelPendingLoad } from '../navigation/pending-load.ts';
import { openPortal } from '../portal/portal-events.ts';
import { headerTarget, menu } from './menu.ts';
import './header.css';

const menuId = 'menu';

/** On the home page, Home scrolls to the top. */
function goToTop(event: MouseEvent): void {
  if (!isPlainPress(event)) return;
  event.preventDefault();
  cancelPendingLoad();
  if (location.hash) history.replaceState(history.state, '', pages.home);
  scrollToTop();
}

/** Closes the menu on narrow screens, where it is a popover. On wide screens, and in browsers without popovers, this does nothing. */
const closeMenu = (): void => document.getElementById(menuId)?.hidePopover?.();

/** Fires the event that opens the portal. Without script the form leads to the portal's page. */
function enterPortal(event: SyntheticEvent): void {
  event.preventDefault();
  openPortal();
}

/** The site's header: the brand, the navigation (a popover on narrow screens) and the portal button. */
export function Header({ page: shown }: { page: Page }) {
  useEffect(() => beforePageChange(closeMenu), []);
  const top = shown === 'home' ? { onClick: goToTop } : {};
  return (
    <header className="site-header night">
      <div className="frame site-header-row">
        <a className="brand" href={pages.home} {...top}>
          <Mark />
          <span className="brand-name">{brand.name}</span>
        </a>
        <nav className="site-nav night" id={menuId} popover="auto" aria-label="Main">
          <ul>
            {menu.map(({ page, label, comingSoon }) => (
              <li key={page}>
                <a
                  href={headerTarget(page, shown)}
                  aria-current={page === shown ? 'page' : undefined}
                  onClick={(event) => {
                    closeMenu();
                    if (page === 'home') top.onClick?.(event);
                  }}
                >
                  {label} {comingSoon && <span className="soon">Coming Soon</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <form className="site-header-portal" action={pages.portal} onSubmit={enterPortal}>
          <Button type="submit">Dealer Portal</Button>
        </form>
        <button type="button" className="menu-toggle" popoverTarget={menuId} aria-label="Menu">
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path className="menu-bars" d="M3 7h18M3 12h18M3 17h18" />
            <path className="menu-cross" d="m5 5 14 14M19 5 5 19" />
          </svg>
        </button>
      </div>
    </header>
  );
}
