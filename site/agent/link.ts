/** The token of an agent's link: read from the address once, taken out of it, and kept for this tab. */
import type { TextStorage } from '#client/lib/storage.ts';

const key = 'boxline.agent';

/** What of the browser this needs. */
export interface LinkEnv {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Where the browser refuses it, the page works until it is reloaded, and then the link opens it again. */
  readonly storage: Pick<TextStorage, 'read' | 'write'>;
}

/**
 * The token, from the address or from before. An address that carried one is replaced by the same without it, so that it
 * is neither in sight nor in the history.
 */
export function takeToken({ location, history, storage }: LinkEnv): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return storage.read(key);
  history.replaceState(history.state, '', location.pathname);
  storage.write(key, token);
  return token;
}
