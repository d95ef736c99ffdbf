/** What a person can do with a request as it stands. The conditions of the steps decide; this says what to offer. Pure. */
import { requestTimings } from '#contract/agent-request.ts';
import { type DeskAction, deskActions, reopenForMs } from '#contract/desk/board.ts';
import { isoAfter } from '#server/times.ts';
import { endOfClosing } from './closing.ts';
import { countsSince } from './counts-since.ts';
import type { AgentRequest } from './store.ts';
import { type AgentLink, hasDeclined } from './store-links.ts';

const { takeBackForMs, connectWithinMs } = requestTimings;

export type Can = Record<DeskAction, boolean>;

/** Nothing at all, for somebody who only reads. */
export const canNothing = Object.fromEntries(deskActions.map((action) => [action, false])) as Can;

/** Whether somebody has had it, so that there is a deal to write about and a store to know. */
export const wasTaken = ({ accepted_at, handed_back_at, reopened_at }: AgentRequest): boolean =>
  accepted_at !== null || handed_back_at !== null || reopened_at !== null;

/** Whether its dealership is known for certain. */
export const isCertain = ({ same_named }: Pick<AgentRequest, 'same_named'>): boolean => same_named === null;

/** Until when a request that is over can be opened again; null while it runs. */
export const reopenUntilOf = ({ ended_at }: Pick<AgentRequest, 'ended_at'>): string | null =>
  ended_at === null ? null : isoAfter(ended_at, reopenForMs);

/** Until when the one who has it can take back what they did last: Done while it is closing, else Signing, else Connected. */
export function takeBackUntilOf(request: AgentRequest, now: Date): string | null {
  const { closing_at, closing_as, ended_at } = request;
  if (ended_at !== null) return null;
  if (closing_at !== null) return closing_as === 'done' ? endOfClosing(closing_at) : null;
  const last = request.signing_at ?? request.connected_at;
  if (last === null) return null;
  const until = endOfClosing(last);
  return Date.parse(until) > now.getTime() ? until : null;
}

/** @param link the person's own; undefined when they have none yet */
export function actionsOf(request: AgentRequest, link: AgentLink | undefined, now: Date): Can {
  const since = (time: string | null, ms: number) => time !== null && now.getTime() - Date.parse(time) < ms;
  const running = request.ended_at === null;
  const open = running && request.closing_at === null;
  const free = open && request.accepted_at === null;
  const mine = link !== undefined && request.accepted_link_id === link.id;
  const held = request.accepted_at !== null;
  const { connected_at, signing_at } = request;
  return {
    accept: free && request.expires_at > now.toISOString(),
    decline: free && !(link && hasDeclined(link, request)),
    takeOver: open && held && !mine && connected_at === null && !since(countsSince(request), connectWithinMs),
    connected: open && mine && connected_at === null,
    undoConnected: open && mine && signing_at === null && since(connected_at, takeBackForMs),
    signing: open && mine && connected_at !== null && signing_at === null,
    undoSigning: open && mine && since(signing_at, takeBackForMs),
    handBack: open && mine,
    handOff: open && mine,
    done: open && mine,
    undoDone: running && mine && request.closing_as === 'done' && since(request.closing_at, takeBackForMs),
    reopen: request.erased_at === null && since(request.ended_at, reopenForMs),
    editDeal: request.erased_at === null && wasTaken(request),
    tick: request.erased_at === null && wasTaken(request),
    editSheet: wasTaken(request) && isCertain(request),
  };
}
