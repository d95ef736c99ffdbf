/** What leaves the server of a request, field by field. Pure. */

import type { AgentView, EndedView } from '#contract/agent-endpoints.ts';
import { type RequestState, requestTimings } from '#contract/agent-request.ts';
import type { Closing, RequestView } from '#contract/agent-request-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import { endOfClosing } from './closing.ts';
import type { AgentLink, AgentRequest } from './store.ts';

/** Where a request stands: the last thing that happened of those that follow each other. */
export function stateOf(request: AgentRequest): RequestState {
  if (request.outcome !== null) return request.outcome;
  if (request.connected_at !== null) return 'connected';
  if (request.accepted_at !== null) return 'accepted';
  if (request.delivered_at !== null) return 'delivered';
  return request.sent_at === null ? 'stored' : 'sent';
}

/** A request that is about to end. */
function closingOf({ closing_at: at, closing_as: as, ended_at }: AgentRequest): Closing | null {
  return at === null || as === null || ended_at !== null ? null : { as, at, endsAt: endOfClosing(at) };
}

/** From when on an accepted request that is not connected is late. */
const lateAtOf = ({ accepted_at: at, connected_at, ended_at }: AgentRequest): string | null =>
  at === null || connected_at !== null || ended_at !== null
    ? null
    : new Date(Date.parse(at) + requestTimings.connectWithinMs).toISOString();

/** For the dealership that asked. */
export const presentRequest = (request: AgentRequest, now: Date, mailing: boolean): RequestView => ({
  id: request.id,
  version: request.version,
  reference: request.reference,
  state: stateOf(request),
  dealershipName: request.dealership_name,
  requestType: request.request_type,
  additionalInfo: request.additional_info,
  callbackName: request.callback_name,
  smsStatus: request.sms_status,
  mailing,
  createdAt: request.created_at,
  sentAt: request.sent_at,
  deliveredAt: request.delivered_at,
  acceptedAt: request.accepted_at,
  acceptedBy: request.accepted_by,
  connectedAt: request.connected_at,
  lateAt: lateAtOf(request),
  handedBackAt: request.handed_back_at,
  handedBackBy: request.handed_back_by,
  nobodyLeftAt: request.nobody_left_at,
  closing: closingOf(request),
  endedAt: request.ended_at,
  expiresAt: request.expires_at,
  anydesk: request.anydesk,
  callAfterMs: requestTimings.callAfterMs,
  serverNow: now.toISOString(),
});

/**
 * A request as its view token shows it. The token lies in a tab's storage without a session beside it, so it stops showing
 * the note, the name and the AnyDesk address when the request ends, as the agents' links do.
 */
export const presentToViewToken = (view: RequestView): RequestView =>
  isOver(view) ? { ...view, additionalInfo: '', callbackName: null, anydesk: null } : view;

/** Until when the one who has the request can take back Done while it is closing, or else Connected. */
function takeBackUntilOf(request: AgentRequest, now: Date): string | null {
  const { closing_at, closing_as, connected_at } = request;
  if (closing_at !== null) return closing_as === 'done' ? endOfClosing(closing_at) : null;
  if (connected_at === null) return null;
  const until = endOfClosing(connected_at);
  return Date.parse(until) > now.getTime() ? until : null;
}

/** For somebody with a link to it. Details are for who has it, and for who was asked while nobody has. */
export function presentToAgent(request: AgentRequest, link: AgentLink, now: Date): AgentView {
  const mine = request.accepted_link_id === link.id;
  const informed = mine || (request.accepted_at === null && link.declined_at === null);
  return {
    reference: request.reference,
    state: stateOf(request),
    dealershipName: request.dealership_name,
    dealerPhone: informed ? request.dealer_phone : null,
    requestType: request.request_type,
    additionalInfo: informed ? request.additional_info : '',
    callbackName: informed ? request.callback_name : null,
    sameNamed: request.same_named,
    anydesk: informed ? request.anydesk : null,
    createdAt: request.created_at,
    acceptedAt: request.accepted_at,
    acceptedBy: request.accepted_by,
    mine,
    connectedAt: request.connected_at,
    lateAt: lateAtOf(request),
    handedBackBy: request.handed_back_by,
    declinedAt: mine ? null : link.declined_at,
    disposition: mine ? request.disposition : null,
    closing: closingOf(request),
    takeBackUntil: mine ? takeBackUntilOf(request, now) : null,
    expiresAt: request.expires_at,
    you: link.name,
    serverNow: now.toISOString(),
  };
}

/** What a link still says when the request is over; undefined while it is not. */
export function presentEnded(request: AgentRequest, link: AgentLink): EndedView | undefined {
  const { reference, outcome, ended_at: endedAt, accepted_by: acceptedBy } = request;
  if (outcome === null || endedAt === null) return undefined;
  const mine = request.accepted_link_id === link.id;
  return { reference, state: outcome, endedAt, acceptedBy, mine, disposition: mine ? request.disposition : null };
}
