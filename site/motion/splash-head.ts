/**
 * Decides before the first paint whether the splash runs, and ends it. It stands inline in the document's head as its own
 * text, so that it can run before anything has loaded: it uses nothing but its parameters.
 *
 * The root's `data-splash` is `running` or `done`; without it there is no splash. `data-typing` is `armed` while the
 * typewriter's paragraph waits for its turn.
 *
 * @param seenKey names the mark in the session's storage
 * @param overdueMs when the splash is over even if its animation never said so (a browser with animations turned off)
 */
export function beginSplash(window: Window, seenKey: string, overdueMs: number): void {
  const { dataset } = window.document.documentElement;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  dataset['typing'] = 'armed';
  try {
    if (window.sessionStorage.getItem(seenKey)) return;
    window.sessionStorage.setItem(seenKey, 'seen');
  } catch {
    // A splash that cannot be remembered would come back with every page.
    return;
  }
  dataset['splash'] = 'running';
  const listening = new AbortController();
  const { signal } = listening;
  const end = () => {
    listening.abort();
    dataset['splash'] = 'done';
    window.dispatchEvent(new Event('splashDone'));
  };
  for (const skip of ['keydown', 'click', 'wheel']) {
    window.addEventListener(skip, end, { signal, capture: true, passive: true });
  }
  const fade = (event: AnimationEvent) => {
    if (event.animationName === 'splash-fade') end();
  };
  window.addEventListener('animationend', fade, { signal });
  const overdue = window.setTimeout(end, overdueMs);
  signal.addEventListener('abort', () => window.clearTimeout(overdue));
}
