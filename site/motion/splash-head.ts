import { headScript } from '#client/lib/head-script.ts';
import { timings } from '#contract/timings.ts';

/**
 * Decides before the first paint whether the splash runs, and ends it. The source text of this function is put inline into the
 * document's head, so that it runs before anything has loaded. Therefore it uses nothing but its parameters.
 *
 * The root's `data-splash` is `running` or `done`; without it there is no splash. `data-typing` is `armed` while the
 * typewriter's paragraph waits to be typed.
 *
 * @param seenKey the key in the session's storage that says that the splash was seen
 * @param overdueMs after this time the splash ends even without the event of its animation (animations may be turned off)
 */
export function beginSplash(window: Window, seenKey: string, overdueMs: number): void {
  const { dataset } = window.document.documentElement;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  dataset['typing'] = 'armed';
  try {
    if (window.sessionStorage.getItem(seenKey)) return;
    window.sessionStorage.setItem(seenKey, 'seen');
  } catch {
    // Without storage the splash would come back with every page, so it is not shown.
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

/** The script in the head of a page that opens with the splash. */
export const splashScript = headScript(beginSplash, 'boxline.splash', timings.splashDoneMs + 2000);
