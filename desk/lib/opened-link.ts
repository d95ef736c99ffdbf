/**
 * The link, from a mail or a colleague, that opened this page. Its token is removed from the address before anything else happens.
 */
import { createStore, useStore } from '#client/lib/store.ts';
import { type LinkKind, linkPages } from '#contract/desk/session.ts';

export interface OpenedLink {
  readonly kind: LinkKind;
  readonly token: string;
}

function readLink(): OpenedLink | undefined {
  const { pathname, hash, search } = location;
  const kind = (Object.keys(linkPages) as LinkKind[]).find((name) => linkPages[name] === pathname);
  const token = hash.slice(1);
  if (!kind || token === '') return undefined;
  history.replaceState(history.state, '', pathname + search);
  return { kind, token };
}

const opened = createStore(readLink());

// A link that is opened in a tab that already shows its page changes only the fragment.
addEventListener('hashchange', () => {
  const link = readLink();
  if (link) opened.set(link);
});

export const useOpenedLink = (): OpenedLink | undefined => useStore(opened);

/** Forgets the link, once it was used or left, so that the console shows its own pages again. */
export function leaveLink(): void {
  opened.set(undefined);
}
