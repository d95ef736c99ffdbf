/** The token of an agent's link: read from the address once, taken out of it, and kept for this tab. */

const key = 'boxline.agent';

/** What of the browser this needs. */
export interface LinkEnv {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

let inMemory: string | undefined;

/**
 * The token, from the address or from before. An address that carried one is replaced by the same without it, so that it
 * is neither in sight nor in the history.
 */
export function takeToken({ location, history, storage }: LinkEnv): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') {
    try {
      return inMemory ?? storage?.getItem(key) ?? undefined;
    } catch {
      return inMemory;
    }
  }
  history.replaceState(history.state, '', location.pathname);
  inMemory = token;
  try {
    storage?.setItem(key, token);
  } catch {
    // Storage is full or refused: the page works until it is reloaded, and then the link opens it again.
  }
  return token;
}
