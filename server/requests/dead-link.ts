/** Whether a message about a request is still true, and its link still works, at the moment when it is sent. */
import type { Storage } from '#server/database/open.ts';
import type { Message } from '#server/outbox/service.ts';
import { type TakesRequests, thoseWhoTake } from './nobody-left.ts';
import { type AgentRequest, findRequest } from './store.ts';
import { type AgentLink, findLinkById } from './store-links.ts';

/** Whether a link stays dead although its request was opened again: only people who are asked after the reopening have a link that works. */
export const endedBefore = (
  { asked_at }: Pick<AgentLink, 'asked_at'>,
  { reopened_at }: Pick<AgentRequest, 'reopened_at'>,
): boolean => reopened_at !== null && asked_at < reopened_at;

/** Why a message about a running request is no longer true; undefined while it is. */
function whyPast({ kind, detail_id }: Message, request: AgentRequest, link: AgentLink): string | undefined {
  const { accepted_at, accepted_link_id, connected_at, handed_back_at } = request;
  if (kind === 'request-late') {
    if (accepted_link_id !== detail_id) return 'The request is not theirs any more.';
    return connected_at === null ? undefined : 'They are connected.';
  }
  // The kind decides and not the times: after a correction of the clock, times could end a message that still holds.
  if (kind === 'request-agent' && handed_back_at !== null)
    return 'Somebody has had the request since this was written.';
  // The operator is told of every request.
  return accepted_at === null || link.person_id === null ? undefined : 'Somebody has accepted the request.';
}

/** Why a message about a request must not go out any more, as a sentence for people; undefined while it may. */
export async function whyOver(
  db: Storage['db'],
  takesRequests: TakesRequests,
  message: Message,
): Promise<string | undefined> {
  const request = await findRequest(db, message.subject_id);
  const link = request && (await findLinkById(db, message.detail_id ?? ''));
  if (!request || !link) return 'Its link was deleted.';
  if (link.person_id !== null && (await thoseWhoTake(db, [link.person_id], takesRequests)).size === 0)
    return 'Whoever its link is for takes no requests any more.';
  if (message.kind === 'request-cancelled')
    return request.outcome === 'cancelled' ? undefined : 'The request was opened again.';
  if (request.ended_at !== null) return 'The request is over.';
  if (endedBefore(link, request)) return 'The request was opened again, and its link ended before that.';
  return whyPast(message, request, link);
}
