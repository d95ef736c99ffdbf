/** The network as Chromium knows it (Network Information API). */
interface Network {
  /** Milliseconds, rounded. */
  readonly rtt: number;
}

/**
 * Makes the first paint of a page come early. The source text of this function is put inline into the document's head, after the
 * link that loads the font ahead. Therefore it uses nothing but its parameters.
 *
 * The root has `data-first-paint` until then: the styles leave out what is below the first screen of a telephone meanwhile.
 *
 * @param slowMs from this time of a round trip on, the font does not come in time for the first paint
 */
export function hastenFirstPaint(window: Window & typeof globalThis, slowMs: number): void {
  const { document, navigator, location, performance, PerformanceObserver } = window;
  const { connection } = navigator as { readonly connection?: Network };
  // A page that begins further down, or was read before, is laid out whole, in its own font: the browser looks for its place. Only
  // Chromium says that an address names a text of the page (`#:~:text=`), and only there the rest was measured.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!connection || visit?.type !== 'navigate' || location.hash !== '' || visit.name.includes('#')) return;
  // Chromium holds the first paint back for a font that is loaded ahead, for up to 100 ms. On a slow network that is in vain.
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
