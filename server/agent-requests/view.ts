/** What leaves the server of a request, field by field. Pure. */

import type { AgentView, EndedView } from '#contract/agent.ts';
import { isOver, type RequestState, type RequestView, requestTimings } from '#contract/agent-request.ts';
import type { AgentRequest } from './store.ts';

/** Where a request stands: the last thing that happened of those that follow each other. */
export function stateOf(request: AgentRequest): RequestState {
  if (request.outcome !== null) return request.outcome;
  if (request.connected_at !== null) return 'connected';
  if (request.accepted_at !== null) return 'accepted';
  if (request.delivered_at !== null) return 'delivered';
  return request.sent_at === null ? 'stored' : 'sent';
}

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
  texting: request.texting,
  mailing,
  storedAt: request.stored_at,
  sentAt: request.sent_at,
  deliveredAt: request.delivered_at,
  acceptedAt: request.accepted_at,
  acceptedBy: request.accepted_by,
  connectedAt: request.connected_at,
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

export interface Link {
  readonly id: string;
  readonly name: string;
}

/** For somebody with a link to it. */
export const presentToAgent = (request: AgentRequest, link: Link, now: Date): AgentView => ({
  reference: request.reference,
  state: stateOf(request),
  dealershipName: request.dealership_name,
  dealerPhone: request.dealer_phone,
  requestType: request.request_type,
  additionalInfo: request.additional_info,
  callbackName: request.callback_name,
  sameNamed: request.same_named,
  anydesk: request.anydesk,
  storedAt: request.stored_at,
  acceptedAt: request.accepted_at,
  acceptedBy: request.accepted_by,
  mine: request.accepted_link_id === link.id,
  connectedAt: request.connected_at,
  expiresAt: request.expires_at,
  you: link.name,
  serverNow: now.toISOString(),
});

/** What a link still says when the request is over; undefined while it is not. */
export function presentEnded(request: AgentRequest, link: Link): EndedView | undefined {
  const { reference, outcome, ended_at: endedAt, accepted_by: acceptedBy } = request;
  if (outcome === null || endedAt === null) return undefined;
  return { reference, state: outcome, endedAt, acceptedBy, mine: request.accepted_link_id === link.id };
}
