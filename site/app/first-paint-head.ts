import { headScript } from '#client/lib/head-script.ts';

/** The network as Chromium knows it (Network Information API). */
interface Network {
  /** Milliseconds, rounded. */
  readonly rtt: number;
}

/**
 * Makes the first paint of a page come early. The source text of this function is put inline into the document's head, after the
 * link that loads the font ahead. Therefore it uses nothing but its parameters.
 *
 * Until that paint the root element has `data-first-paint`, with which the styles leave out everything below the first screen of a
 * phone.
 *
 * @param slowMs the round-trip time from which on the font cannot arrive in time for the first paint
 */
export function hastenFirstPaint(window: Window & typeof globalThis, slowMs: number): void {
  const { document, navigator, location, performance, PerformanceObserver } = window;
  const { connection } = navigator as { readonly connection?: Network };
  // A page that opens further down, or is opened again by Back or a reload, must be laid out whole in its own font, because the
  // browser scrolls to a place in it. Only Chromium reveals that an address names a text of the page (`#:~:text=`), and the rest
  // was measured only there.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!connection || visit?.type !== 'navigate' || location.hash !== '' || visit.name.includes('#')) return;
  // Chromium delays the first paint for a preloaded font by up to 100 ms. On a slow network the font does not come in that time, so
  // the delay is useless.
  if (connection.rtt >= slowMs) document.querySelector('link[as=font]')?.remove();
  if (!PerformanceObserver?.supportedEntryTypes?.includes('paint')) return;
  const { dataset } = document.documentElement;
  dataset['firstPaint'] = 'awaited';
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) show();
  });
  function show() {
    observer.disconnect();
    delete dataset['firstPaint'];
  }
  observer.observe({ type: 'paint', buffered: true });
  window.addEventListener('load', show, { once: true });
}

/** More than a round trip on 4G, less than one on 3G. */
const slowMs = 200;

/** The script in the head of every page. */
export const firstPaintScript = headScript(hastenFirstPaint, slowMs);
