/** The token of a sent link. It is read from the address once, removed from the address, and kept for this tab. */
import type { TextStorage } from '#client/lib/storage.ts';

/** The parts of the browser that this uses. */
export interface LinkEnv {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Where the browser refuses storage, the page works until it is reloaded. Then the link has to be opened again. */
  readonly tab: Pick<TextStorage, 'read' | 'write'>;
}

/**
 * The token from the address, or else the one kept under `key`. A token is removed from the address, so that nobody sees it there or
 * finds it in the history. What a program has put after the token, such as a full stop, is left out. “Skip to content”,
 * pressed before the script came, puts `#main` in the token's place. A link that was cut short is a link all the same.
 */
export function takeToken(key: string, { location, history, tab }: LinkEnv): string | undefined {
  const token = /^#(?!main$)[\w-]+/.exec(location.hash)?.[0].slice(1);
  if (token === undefined) return tab.read(key);
  history.replaceState(history.state, '', location.pathname);
  tab.write(key, token);
  return token;
}
