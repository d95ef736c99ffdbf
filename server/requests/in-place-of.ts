/**
 * A request that replaces earlier ones. The page does not know whether the earlier ones arrived, and the person has changed the answers
 * since. Exactly one of them runs, with the newest answers, in whatever order they arrive.
 */
import { hasRequest } from '#server/access/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { isoBefore } from '#server/times.ts';
import type { Closings } from './closing.ts';
import type { NewRequest } from './new-request.ts';
import { wasTaken } from './policy.ts';
import {
  type AgentRequest,
  findByAnswers,
  findInPlaceOf,
  findRequest,
  lockRequest,
  moveToSession,
  record,
  setAnswersOf,
} from './store.ts';

/** Only requests of this last time are compared, in milliseconds. No browser or network delays a request for nearly as long. */
const onItsWayMs = 24 * 60 * 60 * 1000;

const whenSent = (at: Date): string => isoBefore(at, onItsWayMs);

/** Whether a request that arrives now was replaced by another that arrived before it. The caller has locked its id. */
export async function cameTooLate(trx: Trx, id: string, at: Date): Promise<boolean> {
  return (await findInPlaceOf(trx, id, whenSent(at))) !== undefined;
}

/** The request that a press made, or the request that got the answers of the press. */
export const requestOfPress = async (reader: Reader, id: string, at: Date): Promise<AgentRequest | undefined> =>
  (await findRequest(reader, id)) ?? findByAnswers(reader, id, whenSent(at));

export interface PlacesTaken {
  /**
   * The id of an earlier request of the same dealership that an agent has or had. It stays and gets the new answers; the new request is
   * not stored. Undefined when there is none.
   */
  readonly stays: string | undefined;
  /** The requests that ended, and how. */
  readonly ended: readonly { readonly id: string; readonly as: 'done' | 'cancelled' }[];
}

/** Replaces the earlier requests that arrived. The caller has locked their ids. */
export async function takePlaces(trx: Trx, closings: Closings, request: NewRequest, at: Date): Promise<PlacesTaken> {
  const { session, dealership } = request;
  const arrived: AgentRequest[] = [];
  for (const id of request.insteadOf.toSorted()) {
    await lockRequest(trx, id);
    const earlier = await findRequest(trx, id);
    // Only the page that made an id knows it. That page may have opened another session with the same code since.
    const isTheirs = earlier && (hasRequest(session, earlier) || earlier.code_id === session.codeId);
    // An agent who is connected is talking to the store, so that request is not replaced: both run.
    if (isTheirs && earlier.ended_at === null && earlier.connected_at === null) arrived.push(earlier);
  }
  const mayStay = arrived.filter(
    (earlier) => earlier.dealership_id === dealership.id && earlier.closing_at === null && wasTaken(earlier),
  );
  const stays = mayStay.find(({ accepted_at }) => accepted_at !== null) ?? mayStay[0];
  const ended: { id: string; as: 'done' | 'cancelled' }[] = [];
  for (const earlier of arrived) {
    if (earlier === stays || !(await closings.giveWay(trx, earlier, at))) continue;
    ended.push({ id: earlier.id, as: earlier.closing_as ?? 'cancelled' });
  }
  if (stays) await askAnew(trx, stays, request, at);
  return { stays: stays?.id, ended };
}

/**
 * Writes the newer answers into a request that stays, and gives the request to the session that asks. It also notes the ids of the
 * presses that these answers replace, so that older answers which arrive later change nothing. A name and an AnyDesk address that were
 * not given again are kept.
 */
async function askAnew(trx: Trx, earlier: AgentRequest, request: NewRequest, at: Date): Promise<void> {
  const { id, session, insteadOf, requestType, additionalInfo, callbackName, anydesk, fingerprint } = request;
  const answers = {
    request_type: requestType,
    additional_info: additionalInfo,
    callback_name: callbackName ?? earlier.callback_name,
    anydesk: anydesk ?? earlier.anydesk,
  };
  const earlierPresses = new Set([...(earlier.instead_of?.split(',') ?? []), ...insteadOf, earlier.answers_id ?? id]);
  for (const own of [earlier.id, id]) earlierPresses.delete(own);
  const before = [...earlierPresses].join() || null;
  await setAnswersOf(trx, earlier.id, { answers_id: id, fingerprint, instead_of: before });
  const names = Object.keys(answers) as (keyof typeof answers)[];
  if (names.some((name) => answers[name] !== earlier[name])) {
    await record(trx, earlier.id, { kind: 'asked-anew', at: at.toISOString() }, answers);
  }
  if (!hasRequest(session, earlier)) {
    await moveToSession(trx, { id: earlier.id, codeId: session.codeId, sessionId: session.id });
  }
}
