/** Changes the request on the card: its address, Cancel, and taking a cancel back. */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import type { Api, RequestResult } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { CurrentRequest } from '../state.ts';
import { endOf, type FollowEnd, type Following } from './follow-request.ts';

/** The result of a change of the request. `refused`: a text for the person says why. */
export type Change = { readonly kind: 'done' | 'failed' } | { readonly kind: 'refused'; readonly text: string };

/** The refusals that a person can act on. Any other text of a server or proxy goes to the console (R39). */
const refusalTexts: Readonly<Record<string, string>> = {
  tooLate: portalRefusals.tooLate.text,
  changed: portalRefusals.changed.text,
  invalid: portalRefusals.anydesk.text,
};

/** The result of a change that failed. A text that the person cannot act on is written to the console. */
function failedChange(result: Exclude<RequestResult, { kind: 'ok' }>, log: PortalEnv['log']): Change {
  const isRefused = result.kind === 'refused';
  const text = isRefused ? refusalTexts[result.name ?? ''] : undefined;
  if (text !== undefined) return { kind: 'refused', text };
  const told = isRefused ? result : result.foreign;
  if (told) log(`${told.status} for a change of the request: ${told.text}`);
  return { kind: 'failed' };
}

interface Followed {
  readonly id: string;
  /** The token that shows the request: the session's, or the request's own view token. */
  readonly token: string;
}

interface ChangesOptions {
  readonly api: Api;
  readonly log: PortalEnv['log'];
  /** The request on the card, while it is followed. */
  readonly followed: () => (Followed & Pick<Following, 'doubt'>) | undefined;
  /** What the card shows. */
  readonly shown: () => CurrentRequest;
  /** Shows the new view of a request, on the card or beside it. */
  readonly onView: (view: RequestView) => void;
  /** Called when the server no longer shows the request for the token that it was followed by. */
  readonly onEnd: (token: string, end: FollowEnd) => void;
}

const versionOf = (request: CurrentRequest): number | undefined =>
  request.status === 'known' ? request.view.version : undefined;

/** Sends a change, with the version of the request that the person saw when they pressed. */
type Send = (id: string, token: string, seen: number | undefined) => Promise<RequestResult>;

export function createChanges({ api, log, followed, shown, onView, onEnd }: ChangesOptions) {
  /** The requests that were cancelled in this tab. */
  const cancelledHere = new Set<string>();

  /** Changes the request with the token that shows it (R20). */
  async function change(send: Send, seen = versionOf(shown())): Promise<Change> {
    const before = followed();
    if (!before) return { kind: 'failed' };
    const { id, token } = before;
    const result = await send(id, token, seen);
    if (result.kind === 'ok') {
      onView(result.value);
      return { kind: 'done' };
    }
    if (result.kind === 'unreachable') followed()?.doubt();
    if (result.kind === 'refused') {
      const end = endOf(result.status);
      if (end && followed()?.token === token) onEnd(token, end);
      const now = followed();
      // The session has ended, or does not have the request any more. The request's own token makes the change.
      if (end && now?.id === id && now.token !== token) return change(send, seen);
    }
    return failedChange(result, log);
  }

  return {
    giveAnydesk: (address: string) => change((id, token, seen) => api.giveAnydesk(id, token, seen, address)),
    /** Whether Cancel was pressed in this tab and was neither refused nor taken back here. */
    wasCancelledHere: (id: string): boolean => cancelledHere.has(id),
    async cancel(): Promise<Change> {
      const id = followed()?.id ?? '';
      // Add it before the answer, which may be lost although the request is cancelled.
      cancelledHere.add(id);
      const changed = await change(api.cancel);
      if (changed.kind === 'refused') cancelledHere.delete(id);
      return changed;
    },
    /** Takes a cancel back within its minute. */
    async takeBackCancel(): Promise<Change> {
      const id = followed()?.id ?? '';
      const changed = await change(api.takeBack);
      if (changed.kind === 'done') cancelledHere.delete(id);
      return changed;
    },
  };
}
