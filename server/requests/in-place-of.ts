/**
 * A request that replaces earlier ones: the page does not know whether those arrived, and the person has changed the answers since.
 * Exactly one of them runs, with the newest answers, in whatever order they arrive.
 */
import type { Transaction } from 'kysely';
import { hasRequest } from '#server/access/service.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
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

/** The longest time for which a request can be on its way from a browser, in milliseconds; nothing keeps one nearly as long. */
const onItsWayMs = 24 * 60 * 60 * 1000;

const whenSent = (at: Date): string => isoBefore(at, onItsWayMs);

/** Whether another request has replaced this one, which arrives only now. The caller has the lock of its id. */
export async function cameTooLate(trx: Transaction<Tables>, id: string, at: Date): Promise<boolean> {
  return (await findInPlaceOf(trx, id, whenSent(at))) !== undefined;
}

/** The request that a press made, or whose answers it changed. */
export const requestOfPress = async (reader: Reader, id: string, at: Date): Promise<AgentRequest | undefined> =>
  (await findRequest(reader, id)) ?? findByAnswers(reader, id, whenSent(at));

export interface PlacesTaken {
  /** An earlier request of the same dealership that an agent had taken. It stays and gets the new answers; the new one is not stored. */
  readonly stays: string | undefined;
  /** The requests that ended, and how. */
  readonly ended: readonly { readonly id: string; readonly as: 'done' | 'cancelled' }[];
}

/** Replaces the earlier requests that arrived. The caller has the locks of their ids. */
export async function takePlaces(
  trx: Transaction<Tables>,
  { storage, closings }: { readonly storage: Pick<Storage, 'dialect'>; readonly closings: Closings },
  request: NewRequest,
  at: Date,
): Promise<PlacesTaken> {
  const { session, dealership } = request;
  const arrived: AgentRequest[] = [];
  for (const id of request.insteadOf.toSorted()) {
    await lockRequest(trx, storage, id);
    const earlier = await findRequest(trx, id);
    // Only the page that made an id knows it. Its session may have ended since, and another was opened with the code.
    const isTheirs = earlier && (hasRequest(session, earlier) || earlier.code_id === session.codeId);
    // An agent who is connected is talking to the store, so the new request goes out beside that one.
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
 * Writes the newer answers into a request that stays, for the session that asks, and what they came in the place of: older answers
 * that arrive later change nothing. What was not given again is kept.
 */
async function askAnew(trx: Transaction<Tables>, earlier: AgentRequest, request: NewRequest, at: Date): Promise<void> {
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
