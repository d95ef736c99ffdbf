/** Lists field by field what a dealership and the owner of a link get of a request. Pure. */
import type { AgentView, EndedView } from '#contract/agent-endpoints.ts';
import { type RequestState, requestTimings } from '#contract/agent-request.ts';
import type { Closing, RequestView } from '#contract/agent-request-endpoints.ts';
import { type Product, products } from '#contract/desk/board.ts';
import { isOver } from '#contract/request-state.ts';
import type { Environment } from '#server/environment.ts';
import { fieldsOf } from '#server/rows.ts';
import { isoAfter } from '#server/times.ts';
import { takeBackUntil } from './closing.ts';
import type { GivenUp } from './given-up.ts';
import { takeBackUntilOf } from './policy.ts';
import type { AgentRequest } from './store.ts';
import type { RequestHandOff } from './store-deals.ts';
import type { AgentLink } from './store-links.ts';
import { countsSince } from './time-limits.ts';
import { wordsOf } from './two-words.ts';

/** A link and the request that it is for. */
export interface Linked {
  readonly link: AgentLink;
  readonly request: AgentRequest;
  /** Whether the link's owner has a staff account. */
  readonly hasAccount: boolean;
  /** The last hand-off of the request; undefined when it was never handed off. */
  readonly handOff: RequestHandOff | undefined;
  /** Whether the last time that the request left an agent, it was handed off. */
  readonly wasHandedOff: boolean;
  /** How the request left the link's owner; undefined when it did not. */
  readonly givenUp: GivenUp | undefined;
  /** For an operator's link: the name of the request's holder, which contains the address when that is an operator too. */
  readonly holderName?: string;
}

/** The state of a request: its outcome, or the furthest it has come on the way from stored to connected. */
export function stateOf(request: AgentRequest): RequestState {
  if (request.outcome !== null) return request.outcome;
  if (request.connected_at !== null) return 'connected';
  if (request.accepted_at !== null) return 'accepted';
  if (request.delivered_at !== null) return 'delivered';
  return request.sent_at === null ? 'stored' : 'sent';
}

/** How and when a request is closing; null when it is not. */
export function closingOf({ closing_at: at, closing_as: as, ended_at }: AgentRequest): Closing | null {
  return at === null || as === null || ended_at !== null ? null : { as, at, endsAt: takeBackUntil(at) };
}

/** The time from which an accepted request that is not connected is late; null for any other request. ISO-8601. */
export const lateAtOf = (request: AgentRequest): string | null =>
  request.accepted_at === null || request.connected_at !== null || request.ended_at !== null
    ? null
    : isoAfter(countsSince(request), requestTimings.connectWithinMs);

/** The person who alone is asked since a hand-off, and the one who was and has not taken it. By name. */
export const handedOffTo = ({ waits_for: to, waits_for_id }: AgentRequest) =>
  waits_for_id === null ? { waitsFor: null, notTakenBy: to } : { waitsFor: to, notTakenBy: null };

interface RequestViewOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly delivery: { readonly can: { readonly mail: boolean } };
}

/** A request for the dealership that asked. */
export const presentRequest = (request: AgentRequest, { now, delivery, keyed }: RequestViewOptions): RequestView => ({
  ...fieldsOf(request, 'id', 'version', 'reference', 'dealership_name', 'request_type', 'additional_info'),
  ...fieldsOf(request, 'callback_name', 'sms_status', 'created_at', 'sent_at', 'delivered_at', 'accepted_at'),
  ...fieldsOf(request, 'accepted_by', 'connected_at', 'signing_at', 'handed_back_at', 'handed_back_by'),
  ...fieldsOf(request, 'nobody_left_at', 'ended_at', 'expires_at', 'anydesk'),
  ...(request.answers_id !== null && { answersId: request.answers_id }),
  state: stateOf(request),
  mailing: delivery.can.mail,
  lateAt: lateAtOf(request),
  ...handedOffTo(request),
  closing: closingOf(request),
  callAfterMs: requestTimings.callAfterMs,
  words: wordsOf(keyed, request),
  serverNow: now().toISOString(),
});

/**
 * A request as its view token shows it. The token lies in a tab's storage and works without a session. So it stops showing the note, the
 * name and the AnyDesk address when the request ends, as the agents' links do.
 */
export const presentToViewToken = (view: RequestView): RequestView =>
  isOver(view) ? { ...view, additionalInfo: '', callbackName: null, anydesk: null } : view;

/** The name of the agent who has the request, as the reader may see it. */
const agentNameOf = ({ accepted_by: by }: AgentRequest, holderName = by): string | null =>
  by === null ? null : holderName;

/**
 * A request for the owner of a link. Details are for the agent who has it and, while nobody has it, for those who have not declined. A
 * person with a staff account reads the note, the name, the AnyDesk address and the two words at the desk, by a second factor.
 */
export function presentToAgent(
  { request, link, hasAccount, handOff, wasHandedOff, givenUp, holderName }: Linked,
  { now: clock, keyed }: Pick<RequestViewOptions, 'now' | 'keyed'>,
): AgentView {
  const now = clock();
  const mine = request.accepted_link_id === link.id;
  const informed = mine || (request.accepted_at === null && link.declined_at === null);
  const detailed = informed && !hasAccount;
  const { waits_for_id: waitsFor } = request;
  const handedToYou = waitsFor !== null && waitsFor === link.person_id;
  const told = detailed && (waitsFor === null || handedToYou) ? handOff : undefined;
  return {
    ...fieldsOf(request, 'version', 'reference', 'dealership_name', 'request_type', 'same_named', 'created_at'),
    ...fieldsOf(request, 'accepted_at', 'connected_at', 'handed_back_by', 'expires_at'),
    state: stateOf(request),
    dealerPhone: informed ? request.dealer_phone : null,
    additionalInfo: detailed ? request.additional_info : '',
    callbackName: detailed ? request.callback_name : null,
    anydesk: detailed ? request.anydesk : null,
    words: detailed ? wordsOf(keyed, request) : null,
    atDesk: hasAccount,
    acceptedBy: agentNameOf(request, holderName),
    mine,
    lateAt: lateAtOf(request),
    handedToYou,
    notTakenBy: handedOffTo(request).notTakenBy,
    handedOff: link.declined_at === null ? wasHandedOff : givenUp === 'handed-off',
    handOff: told
      ? {
          from: told.from_name,
          to: told.to_name,
          ...fieldsOf(told, 'at', 'lender', 'open_stipulations', 'promised'),
          products: (JSON.parse(told.products) as Product[]).map((name) => products[name]),
        }
      : null,
    declinedAt: mine ? null : link.declined_at,
    ...(!mine && givenUp && { givenUp: givenUp === 'handed-off' ? 'handed-back' : givenUp }),
    disposition: mine ? request.disposition : null,
    closing: closingOf(request),
    // Signing is written and taken back only at the desk.
    takeBackUntil: mine && request.signing_at === null ? takeBackUntilOf(request, now) : null,
    you: link.name,
    serverNow: now.toISOString(),
  };
}

/** What a link shows of a request that is over; undefined while the request is not over. */
export function presentEnded({ request, link, holderName }: Linked): EndedView | undefined {
  const { reference, outcome, ended_at: endedAt } = request;
  const acceptedBy = agentNameOf(request, holderName);
  if (outcome === null || endedAt === null) return undefined;
  const mine = request.accepted_link_id === link.id;
  return { reference, state: outcome, endedAt, acceptedBy, mine, disposition: mine ? request.disposition : null };
}
