/** The views that this tab has of its requests. The newest one of each is kept, whatever way it came. */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import type { PortalState } from '../state.ts';
import { withView } from './beside.ts';
import { isOlder } from './follow-request.ts';

/** The part of the portal's store that holds this person's requests. */
export type Seen = Pick<PortalState, 'request' | 'beside' | 'outOfSight'>;

export interface KnownViewsOptions {
  readonly get: () => Seen;
  readonly set: (next: Partial<Seen>) => void;
  /** Drops the view token of a request that is over. */
  readonly dropToken: (id: string) => void;
}

export function createKnownViews({ get, set, dropToken }: KnownViewsOptions) {
  /** Every version that the tab has of a request. */
  function viewsOf(id: string): RequestView[] {
    const { request, beside: others } = get();
    const views = request.status === 'known' ? [request.view, ...others] : others;
    return views.filter((view) => view.id === id);
  }

  /** Keeps the last known state of a request that nothing shows any more. */
  function loseSightOf(id: string): void {
    const [view] = viewsOf(id);
    const isEnding = view !== undefined && (isOver(view) || view.closing?.as === 'cancelled');
    if (!isEnding) set({ outOfSight: [...get().outOfSight, { id, view }] });
  }

  /** The newest known version of a request. An older one never replaces it, whatever way it came (R59). */
  function newestOf(received: RequestView): RequestView {
    const [known] = viewsOf(received.id);
    // A newer code may show again what an ended one does not.
    const lost = get().outOfSight;
    if (lost.length > 0) set({ outOfSight: lost.filter(({ id }) => id !== received.id) });
    return known && isOlder(received, known) ? known : received;
  }

  /** Shows a version of a request beside the card. When it is over, its line says so until the person has put it away. */
  function showBeside(received: RequestView): void {
    const view = newestOf(received);
    set({ beside: withView(get().beside, view) });
    if (isOver(view)) dropToken(view.id);
  }

  return { newestOf, loseSightOf, showBeside };
}
