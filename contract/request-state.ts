/** The state of a request. The card and the server both compute it with these functions from the request's view. Pure. */
import { type RequestState, requestTimings } from './agent-request.ts';
import type { RequestView } from './agent-request-endpoints.ts';

const endStates: readonly RequestState[] = ['done', 'cancelled', 'expired'];

/** Whether a request is over: nothing about it changes any more. */
export const isOver = ({ state }: Pick<RequestView, 'state'>): boolean => endStates.includes(state);

/** When the current wait for an acceptance began: when the request was stored, or handed back. ISO-8601. */
export const askedAt = ({ createdAt, handedBackAt }: Pick<RequestView, 'createdAt' | 'handedBackAt'>): string =>
  handedBackAt ?? createdAt;

/** How long a request has waited unaccepted, in milliseconds. Time spent closing does not count: it moves the request's end. */
export const waitedMs = ({ expiresAt }: Pick<RequestView, 'expiresAt'>, serverNowMs: number): number =>
  serverNowMs - (Date.parse(expiresAt) - requestTimings.expireAfterMs);

/** Whether an agent has accepted the request and has not connected in time. */
export const isLate = ({ lateAt }: Pick<RequestView, 'lateAt'>, serverNowMs: number): boolean =>
  lateAt !== null && serverNowMs >= Date.parse(lateAt);

/**
 * Whether the card tells the dealership to call: nobody accepted in time, the agent who accepted did not connect in time, nobody is
 * left to accept, or no text is on its way to anybody.
 *
 * @param serverNowMs the server's time, which is the page's clock corrected by `serverNow`
 */
export function shouldCall(view: RequestView, serverNowMs: number): boolean {
  if (view.state === 'expired') return true;
  if (isOver(view) || view.closing !== null) return false;
  if (view.acceptedAt !== null) return isLate(view, serverNowMs);
  if (view.nobodyLeftAt !== null) return true;
  // A person to whom the request was handed off hears of it at the desk, with or without a text.
  if (view.smsStatus !== 'going' && view.waitsFor === null) return true;
  return waitedMs(view, serverNowMs) >= view.callAfterMs;
}
