import { pages } from '#contract/pages.ts';
import { scrollToTopSoon } from '../motion/scroll.ts';
import { type BuiltPage, entryOf, pageAt } from './pages.ts';
import type { View } from './Site.tsx';

const positionsKey = 'boxline.scroll';

/** What a history entry carries: a key of its own, under which its scroll position is remembered. */
interface EntryState {
  readonly key: number;
}

function readState(state: unknown): EntryState | undefined {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'number'
    ? { key: state.key }
    : undefined;
}

/** Scroll positions by history entry. They outlive a reload where the browser lets a page keep anything. */
function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(positionsKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function keepPositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(positionsKey, JSON.stringify(positions));
  } catch {
    // Storage is refused: after a reload the page starts at its top, and nothing else is lost.
  }
}

/** The built page that a link leads to without leaving the document; `undefined` when the browser should follow it. */
export function pageOfLink(event: MouseEvent, link: HTMLAnchorElement): BuiltPage | undefined {
  const plainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plainClick || event.defaultPrevented || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return undefined;
  if (url.pathname === location.pathname && url.hash) return undefined;
  const page = pageAt(url.pathname);
  return page === 'not-found' ? undefined : page;
}

const linkOf = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * A person who hears the page is told where they are; one who sees it is at its top, or is taken there when the link asks
 * for that (`data-arrive="smoothly"`).
 */
function arrive(url: URL, smoothly = false): void {
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)));
  const heading = target || document.querySelector<HTMLElement>('main h1') || document.getElementById('main');
  if (heading) {
    if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  }
  if (target) target.scrollIntoView();
  else if (smoothly) scrollToTopSoon();
  else scrollTo({ top: 0, behavior: 'instant' });
}

function describeDocument(page: BuiltPage): void {
  const { title } = entryOf(page);
  document.title = title;
  document.documentElement.dataset['page'] = page;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(pages[page], canonical.href).href;
}

let goInside: ((url: URL) => Promise<void>) | undefined;

/** Goes to a page without leaving the document, as a link to it would. */
export function goTo(page: BuiltPage): void {
  const url = new URL(pages[page], location.href);
  if (goInside) void goInside(url);
  else location.assign(url);
}

/**
 * Follows links between pages inside the document, and the browser's Back and Forward. Everything else (another origin,
 * a new tab, a fragment of the page itself, a module that does not load) is left to the browser.
 *
 * @param show renders a view before it returns
 * @returns stops it
 */
export function startNavigation(start: View, show: (view: View) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const positions = readPositions();
  let view = start;
  let latest = 0;
  let key = readState(history.state)?.key ?? Date.now();

  const rememberPosition = () => {
    positions[key] = scrollY;
  };

  async function showPage(page: BuiltPage, afterwards: () => void): Promise<void> {
    const turn = ++latest;
    const Page = await entryOf(page).load();
    if (turn !== latest) return;
    afterwards();
    view = { page, Page, visit: view.visit + 1 };
    describeDocument(page);
    show(view);
  }

  async function follow(url: URL, smoothly = false): Promise<void> {
    try {
      await showPage(pageAt(url.pathname), () => {
        rememberPosition();
        key = Date.now();
        history.pushState({ key } satisfies EntryState, '', url);
      });
      arrive(url, smoothly);
    } catch {
      // The page's module did not load (a deployment replaced it, or the network is gone): the browser asks the server.
      location.assign(url);
    }
  }

  async function traverse(state: unknown): Promise<void> {
    rememberPosition();
    key = readState(state)?.key ?? Date.now();
    if (!readState(state)) history.replaceState({ key } satisfies EntryState, '');
    const page = pageAt(location.pathname);
    const top = positions[key];
    if (page !== view.page) {
      try {
        await showPage(page, () => undefined);
      } catch {
        location.reload();
        return;
      }
      arrive(new URL(location.href));
    }
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  }

  goInside = follow;
  history.scrollRestoration = 'manual';
  history.replaceState({ key } satisfies EntryState, '');
  const top = positions[key];
  if (top !== undefined && !location.hash) scrollTo({ top, behavior: 'instant' });

  document.addEventListener(
    'click',
    (event) => {
      const link = linkOf(event);
      if (!link || !pageOfLink(event, link)) return;
      event.preventDefault();
      void follow(new URL(link.href), link.dataset['arrive'] === 'smoothly');
    },
    { signal },
  );
  for (const intent of ['pointerover', 'focusin', 'touchstart'] as const) {
    const prepare = (event: Event) => {
      const link = linkOf(event);
      if (!link || new URL(link.href).origin !== location.origin) return;
      // A module that does not load now is asked for again by the click, which says what happens then.
      entryOf(pageAt(new URL(link.href).pathname))
        .load()
        .catch(() => undefined);
    };
    document.addEventListener(intent, prepare, { signal, passive: true });
  }
  addEventListener('popstate', (event) => void traverse(event.state), { signal });
  addEventListener(
    'pagehide',
    () => {
      rememberPosition();
      keepPositions(positions);
    },
    { signal },
  );
  return () => {
    goInside = undefined;
    listening.abort();
  };
}
