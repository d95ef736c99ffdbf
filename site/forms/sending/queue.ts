/** What every page does about the queue: looks whether anything waits, and only then loads what sends it. */
import { queuedPrefix } from './queue-view.ts';

export { type QueuedLead, queuedLeads, watchQueue } from './queue-view.ts';

/** False also where the browser refuses its storage: then nothing can wait there. */
function holdsQueued(open: () => Storage): boolean {
  try {
    const storage = open();
    return Array.from({ length: storage.length }, (_, index) => storage.key(index)).some((key) =>
      key?.startsWith(queuedPrefix),
    );
  } catch {
    return false;
  }
}

export interface QueueStart {
  readonly open: () => Storage;
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Loads what sends the queue and sets it to work. */
  readonly load: () => Promise<void>;
}

const browser = (): QueueStart => ({
  open: () => localStorage,
  events: window,
  load: () => import('./outgoing.ts').then(({ sharedQueue }) => void sharedQueue()),
});

/**
 * Sends what waits, from any page of the site: now, and whenever the page is shown, comes online or another tab puts
 * something aside. Listeners of `watchQueue` hear what becomes of it.
 *
 * @returns stops looking. What was set to work stays at work until the page ends.
 */
export function startQueue({ open, events, load }: QueueStart = browser()): () => void {
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
  look();
  return stop;
}
