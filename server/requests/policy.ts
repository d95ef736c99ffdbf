/** Says which actions a console offers on a request. Whether a step is taken is decided by its own conditions (`steps.ts`). Pure. */
import { requestTimings } from '#contract/agent-request.ts';
import { type DeskAction, deskActions, reopenForMs } from '#contract/desk/board.ts';
import { isoAfter } from '#server/times.ts';
import { takeBackUntil } from './closing.ts';
import type { AgentRequest } from './store.ts';
import { type AgentLink, hasDeclined } from './store-links.ts';
import { countsSince } from './time-limits.ts';

const { takeBackForMs, connectWithinMs } = requestTimings;

type Can = Record<DeskAction, boolean>;

/** No action at all: for a person who only reads, and for calls. */
export const canNothing = Object.fromEntries(deskActions.map((action) => [action, false])) as Can;

/** Whether an agent has or had the request. Only then it has a deal, a jacket and a store sheet to write. */
export const wasTaken = ({ accepted_at, handed_back_at, reopened_at }: AgentRequest): boolean =>
  accepted_at !== null || handed_back_at !== null || reopened_at !== null;

/** Whether the dealership of a request is certain: no other one has the name that was sent. */
export const isCertain = ({ same_named }: Pick<AgentRequest, 'same_named'>): boolean => same_named === null;

/** The time until which a request that is over can be opened again; null while it runs. ISO-8601. */
export const reopenUntilOf = ({ ended_at }: Pick<AgentRequest, 'ended_at'>): string | null =>
  ended_at === null ? null : isoAfter(ended_at, reopenForMs);

/** The time until which the request's agent can take back the last step: Done while it is closing, else Signing, else Connected. ISO-8601. */
export function takeBackUntilOf(request: AgentRequest, now: Date): string | null {
  const { closing_at, closing_as, ended_at } = request;
  if (ended_at !== null) return null;
  if (closing_at !== null) return closing_as === 'done' ? takeBackUntil(closing_at) : null;
  const last = request.signing_at ?? request.connected_at;
  if (last === null) return null;
  const until = takeBackUntil(last);
  return Date.parse(until) > now.getTime() ? until : null;
}

/** @param link the person's link to the request; undefined when they have none yet */
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
