/** Moves between pages in one document. It knows no pages: the table comes in as `Routes`, so a page may import this module. */
import type { ComponentType } from 'react';
import { giveFocus } from '#client/lib/focus.ts';
import { isPlainPress } from '#client/lib/plain-press.ts';
import { readJson, tabStorage } from '#client/lib/storage.ts';
import { type Page, pages } from '#contract/pages.ts';
import { scrollToTopSoon } from '../motion/scroll.ts';
import { onIntent } from './intent.ts';
import { cancelPendingLoad, loadLatest } from './pending-load.ts';

/** The page that is shown. */
export interface View {
  readonly page: Page;
  /** The page's component; `undefined` for a static page in the document that was served with it. */
  readonly Page: ComponentType | undefined;
  /** How many pages this document has shown before. */
  readonly visit: number;
}

/** What navigation needs to know of a page. */
export interface Route {
  readonly load: () => Promise<ComponentType>;
  /** The document's complete title. */
  readonly title: string;
}

type Routes = Readonly<Record<Page, Route>>;

/** The page at a URL path, with or without a trailing slash; `not-found` when there is none. */
export function pageAt(path: string): Page {
  const plain = path === '/' ? path : path.replace(/\/$/, '');
  return (Object.keys(pages) as Page[]).find((page) => pages[page] === plain) ?? 'not-found';
}

const positionsKey = 'boxline.scroll';

/** The key of the scroll position of a history entry with this state; `undefined` when the entry is not ours. */
const keyOf = (state: unknown): number | undefined => (Object(state) as { key?: number }).key;

/** The page that a link shows inside the document; `undefined` when the browser should follow the link. */
function pageOfLink({ target, origin, pathname, hash }: HTMLAnchorElement): Page | undefined {
  if (target || origin !== location.origin || (pathname === location.pathname && hash)) return undefined;
  const page = pageAt(pathname);
  return page === 'not-found' ? undefined : page;
}

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Focuses the heading of the new page, so that a screen reader says where the person is, and scrolls to the top: smoothly
 * when the link asks for it (`data-arrive="smoothly"`).
 */
function arrive(url: URL, smoothly = false): void {
  // Not decoded: the site's ids need no decoding, and decoding throws on a malformed fragment.
  const target = url.hash && document.getElementById(url.hash.slice(1));
  const heading = target || document.querySelector<HTMLElement>('main h1') || document.getElementById('main');
  if (heading) giveFocus(heading);
  if (target) target.scrollIntoView();
  else if (smoothly) scrollToTopSoon();
  else scrollTo({ top: 0, behavior: 'instant' });
}

function describeDocument(page: Page, { title }: Route): void {
  document.title = title;
  document.documentElement.dataset['page'] = page;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(pages[page], canonical.href).href;
}

const pageChangeListeners = new Set<() => void>();

/**
 * Calls the listener before each change of the page inside the document. For elements that lie over a page without being part of
 * it, and have to close then.
 *
 * @returns a function that removes the listener
 */
export function beforePageChange(listener: () => void): () => void {
  pageChangeListeners.add(listener);
  return () => pageChangeListeners.delete(listener);
}

/** Set while navigation is running. */
let followUrl: ((url: URL) => Promise<boolean>) | undefined;

/**
 * Goes to a page without leaving the document, as a link to it does.
 *
 * @returns whether the page is shown: false when it could not be loaded, or the person asked for something else meanwhile
 */
export async function goTo(page: Page): Promise<boolean> {
  const url = new URL(pages[page], location.href);
  if (followUrl) return followUrl(url);
  location.assign(url);
  return false;
}

/**
 * Follows links between pages inside the document, and the browser's Back and Forward. The browser handles everything else: another
 * origin, a new tab, a fragment of the same page, a module that cannot be loaded.
 *
 * @param show renders a view before it returns
 * @returns a function that stops navigation
 */
export function startNavigation(routes: Routes, start: View, show: (view: View) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  /** Scroll positions by history entry. They survive a reload if the browser allows session storage. */
  const positions = (readJson(tabStorage.read(positionsKey)) ?? {}) as Record<string, number>;
  let view = start;
  /** The key of the history entry whose page is shown. While a page loads, the browser is already at another entry. */
  let key = keyOf(history.state) ?? Date.now();

  const rememberPosition = () => {
    positions[key] = scrollY;
  };

  /**
   * Loads a page and shows it, unless the person asks for something else meanwhile.
   *
   * @param enter updates the history entry for the page
   * @param onFailure called when the page's module cannot be loaded
   * @returns whether the page is shown
   */
  async function showPage(page: Page, enter: () => void, onFailure: () => void): Promise<boolean> {
    const route = routes[page];
    const Page = await loadLatest(route.load, onFailure);
    if (!Page) return false;
    rememberPosition();
    enter();
    for (const listener of pageChangeListeners) listener();
    view = { page, Page, visit: view.visit + 1 };
    describeDocument(page, route);
    show(view);
    return true;
  }

  async function follow(url: URL, smoothly = false): Promise<boolean> {
    const enter = () => {
      key = Date.now();
      // As in browsers, a link to the current address adds no history entry.
      history[url.href === location.href ? 'replaceState' : 'pushState']({ key }, '', url);
    };
    const shown = await showPage(pageAt(url.pathname), enter, () => location.assign(url));
    if (shown) arrive(url, smoothly);
    return shown;
  }

  async function traverse(state: unknown): Promise<void> {
    const known = keyOf(state);
    let next = known ?? Date.now();
    if (!known) history.replaceState({ key: next }, '');
    const enter = () => {
      key = next;
    };
    const page = pageAt(location.pathname);
    if (page === view.page) {
      cancelPendingLoad();
      // An entry without our key is a jump to a fragment that has already scrolled. The click stored the position before.
      if (known) rememberPosition();
      enter();
    } else if (page === 'status') {
      // The server writes values into the status page that the browser does not have, so load it. Links to it name a target, so the
      // browser follows those itself.
      location.reload();
    } else {
      const shown = await showPage(page, enter, () => {
        next = 0;
        location.reload();
      });
      if (!shown) {
        // Whoever stays on the page that is shown is at its address again, unless they moved in the history or the page is loaded anew.
        if (keyOf(history.state) === next) history.pushState({ key }, '', pages[view.page]);
        return;
      }
      arrive(new URL(location.href));
    }
    const top = positions[key];
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  }

  followUrl = follow;
  history.scrollRestoration = 'manual';
  history.replaceState({ key }, '');

  document.addEventListener(
    'click',
    (event) => {
      const link = linkOf(event);
      if (!link) return;
      rememberPosition();
      if (event.defaultPrevented || !isPlainPress(event) || !pageOfLink(link)) return;
      event.preventDefault();
      void follow(new URL(link.href), link.dataset['arrive'] === 'smoothly');
    },
    { signal },
  );
  onIntent((event) => {
    const link = linkOf(event);
    const page = link && pageOfLink(link);
    // After a failure the click loads it again, and handles that failure.
    if (page) routes[page].load().catch(() => undefined);
  }, signal);
  addEventListener('popstate', (event) => void traverse(event.state), { signal });
  addEventListener(
    'pagehide',
    () => {
      rememberPosition();
      tabStorage.write(positionsKey, JSON.stringify(positions));
      // We restore positions between pages of one document. The browser restores them in a document that is loaded again.
      history.scrollRestoration = 'auto';
    },
    { signal },
  );
  const resume = () => {
    history.scrollRestoration = 'manual';
  };
  addEventListener('pageshow', resume, { signal });
  return () => {
    followUrl = undefined;
    listening.abort();
  };
}
