/** The one module that is loading because the person asked for it: a page or a dialog. A newer wish replaces it. */

let pending = new AbortController();

/** Gives up what is loading: the person wants to stay where they are. */
export const cancelPendingLoad = (): void => pending.abort();

/**
 * Loads the module of what the person just asked for, and lets the page say that it loads (`data-busy`). If they ask for something
 * else meanwhile, or leave the document, a late module or failure has no effect.
 *
 * @param onFailure called when the module cannot be loaded: a deployment replaced it, or the network is down
 * @returns the module; `undefined` when it cannot be loaded, and at once when the person asks for something else
 */
export async function loadLatest<Loaded>(
  load: () => Promise<Loaded>,
  onFailure: () => void,
): Promise<Loaded | undefined> {
  cancelPendingLoad();
  const mine = new AbortController();
  pending = mine;
  const { signal } = mine;
  const dataset = document.documentElement.dataset;
  dataset['busy'] = '';
  const cancelled = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
    // Listen only while something loads: some browsers keep no page in the back/forward cache that always listens for these events.
    for (const leave of ['beforeunload', 'pagehide']) addEventListener(leave, cancelPendingLoad, { signal });
  });
  try {
    const loaded = await Promise.race([load(), cancelled]);
    return signal.aborted ? undefined : loaded;
  } catch {
    if (!signal.aborted) onFailure();
    return undefined;
  } finally {
    if (pending === mine) delete dataset['busy'];
    mine.abort();
  }
}
