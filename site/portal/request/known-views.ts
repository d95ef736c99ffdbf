/** The views that this tab has of its requests. The newest view of each request is kept, from whatever source it came. */
import { isolated } from '#client/lib/isolated.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import type { PortalState } from '../state.ts';
import { withView } from './beside.ts';
import { isOlder } from './follow-request.ts';

/** The part of the portal's store that holds this person's requests. */
export type Seen = Pick<PortalState, 'request' | 'beside' | 'outOfSight'>;

/** The card until the server has told the state of its request. */
export const loading = { status: 'loading', connection: 'asking' } as const;

const apart = (name: string | null) => name && isolated(name);

/** A view with its names set apart from the words around them. */
const withNamesApart = (view: RequestView): RequestView => ({
  ...view,
  dealershipName: isolated(view.dealershipName),
  acceptedBy: apart(view.acceptedBy),
  handedBackBy: apart(view.handedBackBy),
  waitsFor: apart(view.waitsFor),
  notTakenBy: apart(view.notTakenBy ?? null),
});

interface KnownViewsOptions {
  readonly get: () => Seen;
  readonly set: (next: Partial<Seen>) => void;
  /** Drops the view token of a request that is over. */
  readonly dropToken: (id: string) => void;
}

export function createKnownViews({ get, set, dropToken }: KnownViewsOptions) {
  function viewOf(id: string): RequestView | undefined {
    const { request, beside: others } = get();
    const views = request.status === 'known' ? [request.view, ...others] : others;
    return views.find((view) => view.id === id);
  }

  /** Remembers the last view of a request that no token shows any more, unless it is over. */
  function loseSightOf(id: string): void {
    const view = viewOf(id);
    if (!view || !isOver(view)) set({ outOfSight: [...get().outOfSight, { id, view }] });
  }

  /** Notes which of the requests out of sight the session does not have. `named`: those that it has. */
  function noteFound(named: ReadonlySet<string>): void {
    const lost = get().outOfSight.filter(({ id }) => !named.has(id));
    set({ outOfSight: lost.map((one) => ({ ...one, isNotFound: true })) });
  }

  /** Call it when the session ends: the next one is asked anew. */
  const forgetNotFound = (): void => set({ outOfSight: get().outOfSight.map(({ id, view }) => ({ id, view })) });

  /** Whether the session was not asked yet for a request that went out of sight. */
  const isToBeFound = (): boolean => get().outOfSight.some(({ isNotFound }) => !isNotFound);

  /**
   * The newer one of a received view and the known view. An older view never replaces a newer one, from whatever source it came
   * (R59).
   *
   * @param asked the version that the tab had when it asked for the received one
   */
  function newestOf(received: RequestView, asked?: number): RequestView {
    const known = viewOf(received.id);
    // A newer code may show a request again that the ended code no longer shows.
    const lost = get().outOfSight;
    if (lost.length > 0) set({ outOfSight: lost.filter(({ id }) => id !== received.id) });
    return known && isOlder(received, known, asked) ? known : withNamesApart(received);
  }

  /** Shows a view of a request beside the card. When the request is over, its line says so until the person puts it away. */
  function showBeside(received: RequestView, asked?: number): void {
    const view = newestOf(received, asked);
    set({ beside: withView(get().beside, view) });
    if (isOver(view)) dropToken(view.id);
  }

  /** Moves the request on the card to the lines beside it. */
  function moveBeside(): void {
    const { request } = get();
    if (request.status === 'known') showBeside(request.view);
    set({ request: loading });
  }

  /** Whether the request on the card is over. It stays there until the person puts it away or asks for another one. */
  function isEnded(): boolean {
    const { request } = get();
    return request.status === 'known' && isOver(request.view);
  }

  /** The version that the tab has of a request, 0 for none. */
  const versionOf = (id: string): number => viewOf(id)?.version ?? 0;

  return {
    newestOf,
    viewOf,
    versionOf,
    loseSightOf,
    noteFound,
    forgetNotFound,
    isToBeFound,
    showBeside,
    moveBeside,
    isEnded,
  };
}
