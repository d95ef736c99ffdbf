import { giveFocus } from '#client/lib/focus.ts';
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
  const { key } = Object(state) as { key?: unknown };
  return typeof key === 'number' ? { key } : undefined;
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
  // The ids of the site need no decoding, which would throw on what somebody typed.
  const target = url.hash && document.getElementById(url.hash.slice(1));
  const heading = target || document.querySelector<HTMLElement>('main h1') || document.getElementById('main');
  if (heading) giveFocus(heading);
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

const leaving = new Set<() => void>();

/**
 * Hears of every change of the page inside the document, before the next page is shown: for what lies over a page without
 * being part of it, which closes then.
 *
 * @returns stops listening
 */
export function beforePageChange(hear: () => void): () => void {
  leaving.add(hear);
  return () => leaving.delete(hear);
}

let asked = new AbortController();

/** The person wants to be where they are. What was asked for before and is still loading is not waited for any more. */
export const stayHere = (): void => asked.abort();

/**
 * Loads the module of what the person just asked for. Who asks for something else meanwhile, or leaves the document, is
 * not brought back by it, whether it comes late or fails late.
 *
 * @param instead what is done when it does not load: a deployment replaced it, or the network is gone
 * @returns the module; `undefined` when it did not load, and at once when the person asked for something else
 */
export async function loadAsked<Loaded>(load: () => Promise<Loaded>, instead: () => void): Promise<Loaded | undefined> {
  stayHere();
  const mine = new AbortController();
  asked = mine;
  const { signal } = mine;
  const overtaken = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
    // Only while it loads: a page that always listens for these is not kept by every browser.
    for (const leave of ['beforeunload', 'pagehide']) addEventListener(leave, stayHere, { signal });
  });
  try {
    const loaded = await Promise.race([load(), overtaken]);
    return signal.aborted ? undefined : loaded;
  } catch {
    if (!signal.aborted) instead();
    return undefined;
  } finally {
    mine.abort();
  }
}

let goInside: ((url: URL) => Promise<boolean>) | undefined;

/**
 * Goes to a page without leaving the document, as a link to it would.
 *
 * @returns whether the page is shown; not when it did not load, or something else was asked for meanwhile
 */
export async function goTo(page: BuiltPage): Promise<boolean> {
  const url = new URL(pages[page], location.href);
  if (goInside) return goInside(url);
  location.assign(url);
  return false;
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
  /** The history entry whose page is shown. While a page loads, the browser is at another already. */
  let key = readState(history.state)?.key ?? Date.now();

  const rememberPosition = () => {
    positions[key] = scrollY;
  };

  /**
   * Shows a page as soon as it has loaded, unless something newer was asked for meanwhile.
   *
   * @param enter makes the history's entry that of the page
   * @param instead what is done when the page's module does not load
   * @returns whether the page is shown
   */
  async function showPage(page: BuiltPage, enter: () => void, instead: () => void): Promise<boolean> {
    const Page = await loadAsked(entryOf(page).load, instead);
    if (!Page) return false;
    rememberPosition();
    enter();
    for (const hear of leaving) hear();
    view = { page, Page, visit: view.visit + 1 };
    describeDocument(page);
    show(view);
    return true;
  }

  async function follow(url: URL, smoothly = false): Promise<boolean> {
    const enter = () => {
      key = Date.now();
      const state: EntryState = { key };
      // As in browsers, a link to where one is adds no step to the history.
      if (url.href === location.href) history.replaceState(state, '');
      else history.pushState(state, '', url);
    };
    const shown = await showPage(pageAt(url.pathname), enter, () => location.assign(url));
    if (shown) arrive(url, smoothly);
    return shown;
  }

  async function traverse(state: unknown): Promise<void> {
    const known = readState(state);
    const entry = known ?? { key: Date.now() };
    if (!known) history.replaceState(entry, '');
    const enter = () => {
      key = entry.key;
    };
    const page = pageAt(location.pathname);
    if (page === view.page) {
      stayHere();
      // A new entry is a jump to a fragment, and its scrolling has begun: the click that asked for it knew the position.
      if (known) rememberPosition();
      enter();
    } else {
      const shown = await showPage(page, enter, () => location.reload());
      if (!shown) return;
      arrive(new URL(location.href));
    }
    const top = positions[key];
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  }

  goInside = follow;
  history.scrollRestoration = 'manual';
  history.replaceState({ key } satisfies EntryState, '');

  document.addEventListener(
    'click',
    (event) => {
      const link = linkOf(event);
      if (!link) return;
      rememberPosition();
      if (!pageOfLink(event, link)) return;
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
      // Between pages of the document the place is ours to restore; in a document that is loaded again it is the browser's.
      history.scrollRestoration = 'auto';
    },
    { signal },
  );
  const resume = () => {
    history.scrollRestoration = 'manual';
  };
  addEventListener('pageshow', resume, { signal });
  return () => {
    goInside = undefined;
    listening.abort();
  };
}
