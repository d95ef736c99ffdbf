/** The link of a mail or of a colleague that this page was opened by. Its token leaves the address before anything else. */
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

// A link that is opened in a tab which is on its page already changes the fragment alone.
addEventListener('hashchange', () => {
  const link = readLink();
  if (link) opened.set(link);
});

export const useOpenedLink = (): OpenedLink | undefined => useStore(opened);

/** The link has done its work, or is left: the address becomes the console's own. */
export function leaveLink(): void {
  opened.set(undefined);
}
