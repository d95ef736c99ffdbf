/**
 * What every page does about what this device keeps: takes away what is too old, looks whether anything waits to be sent, and
 * only then loads what sends it.
 */
import { forgetOld, keysOf } from './lifetimes.ts';
import { queuedPrefix } from './queue-view.ts';

export { type QueuedLead, queuedLeads, watchQueue } from './queue-view.ts';

/** False also where the browser refuses its storage: then nothing can wait there. */
function holdsQueued(open: () => Storage): boolean {
  try {
    return keysOf(open()).some((key) => key.startsWith(queuedPrefix));
  } catch {
    return false;
  }
}

function tidy(open: () => Storage, now: () => number): void {
  try {
    forgetOld(open(), now());
  } catch {
    // Where the browser refuses its storage there is nothing to take away.
  }
}

export interface QueueStart {
  readonly open: () => Storage;
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly now: () => number;
  /** Loads what sends the queue and sets it to work. */
  readonly load: () => Promise<void>;
}

const browser = (): QueueStart => ({
  open: () => localStorage,
  events: window,
  now: Date.now,
  load: () => import('./outgoing.ts').then(({ sharedQueue }) => void sharedQueue()),
});

/**
 * Sends what waits, from any page of the site: now, and whenever the page is shown, comes online or another tab puts
 * something aside. Listeners of `watchQueue` hear what becomes of it.
 *
 * @returns stops looking. What was set to work stays at work until the page ends.
 */
export function startQueue({ open, events, now, load }: QueueStart = browser()): () => void {
  let loading = false;
  const types = ['online', 'storage', 'pageshow'];
  function stop(): void {
    for (const type of types) events.removeEventListener(type, look);
  }
  function look(): void {
    if (loading || !holdsQueued(open)) return;
    loading = true;
    load().then(stop, () => {
      // Its file could not be fetched, which is likely offline. The next event tries again.
      loading = false;
    });
  }
  for (const type of types) events.addEventListener(type, look);
  tidy(open, now);
  look();
  return stop;
}
