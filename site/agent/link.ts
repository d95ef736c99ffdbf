/** The token of an agent's link. It is read from the address once, removed from the address, and kept for this tab. */
import type { TextStorage } from '#client/lib/storage.ts';

const key = 'boxline.agent';

/** The parts of the browser that this uses. */
interface LinkEnv {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Where the browser refuses storage, the page works until it is reloaded. Then the link has to be opened again. */
  readonly storage: Pick<TextStorage, 'read' | 'write'>;
}

/**
 * The token from the address, or else the kept one. A token is removed from the address, so that nobody sees it there or finds it
 * in the history. What a program has put after the token, such as a full stop, is left out. “Skip to content”,
 * pressed before the script came, puts `#main` in the token's place. A link that was cut short is a link all the same.
 */
export function takeToken({ location, history, storage }: LinkEnv): string | undefined {
  const token = /^#(?!main$)[\w-]+/.exec(location.hash)?.[0].slice(1);
  if (token === undefined) return storage.read(key);
  history.replaceState(history.state, '', location.pathname);
  storage.write(key, token);
  return token;
}
