/**
 * A request that comes in the place of others: they were sent before it and are not known to have arrived, and their person
 * changed what they ask for. Of all of them one runs, whichever arrives first, with the newest answers.
 */
import type { Transaction } from 'kysely';
import { hasRequest } from '#server/access/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Closings } from './closing.ts';
import type { NewRequest } from './new-request.ts';
import { type AgentRequest, findInPlaceOf, findRequest, lockRequest, record } from './store.ts';

/** How long a request may be on its way: far longer than anything between a browser and a server keeps one. In milliseconds. */
const onItsWayMs = 24 * 60 * 60 * 1000;

/** Whether another request took the place of this one, which arrives only now. The caller has the lock of its id. */
export async function cameTooLate(trx: Transaction<Tables>, id: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - onItsWayMs).toISOString();
  return (await findInPlaceOf(trx, id, since)) !== undefined;
}

export interface PlacesTaken {
  /** An agent has this one for the same dealership already: it stays and gets the answers of the new one, which is not stored. */
  readonly stays: string | undefined;
  /** These are over. */
  readonly ended: readonly string[];
}

/**
 * Writes the newer answers into a request that stays, and what they came in the place of: older answers that arrive later change
 * nothing. What was not given again is kept.
 */
async function askAnew(
  trx: Transaction<Tables>,
  earlier: AgentRequest,
  { insteadOf, requestType, additionalInfo, callbackName, anydesk }: NewRequest,
  at: Date,
): Promise<void> {
  const answers = {
    request_type: requestType,
    additional_info: additionalInfo,
    callback_name: callbackName ?? earlier.callback_name,
    anydesk: anydesk ?? earlier.anydesk,
  };
  const names = Object.keys(answers) as (keyof typeof answers)[];
  if (names.every((name) => answers[name] === earlier[name])) return;
  const before = new Set([...(earlier.instead_of?.split(',') ?? []), ...insteadOf]);
  before.delete(earlier.id);
  const patch = { ...answers, instead_of: [...before].join() || null };
  await record(trx, earlier.id, { kind: 'asked-anew', at: at.toISOString() }, patch);
}

/** Takes the places of those that arrived. The caller has the locks of their ids. */
export async function takePlaces(
  trx: Transaction<Tables>,
  { storage, closings }: { readonly storage: Pick<Storage, 'dialect'>; readonly closings: Closings },
  request: NewRequest,
  at: Date,
): Promise<PlacesTaken> {
  const { session, dealership, insteadOf } = request;
  const ended: string[] = [];
  let stays: AgentRequest | undefined;
  for (const id of insteadOf.toSorted()) {
    await lockRequest(trx, storage, id);
    const earlier = await findRequest(trx, id);
    // An id is known to the page that made it alone; its session may have ended since, and another was opened with the code.
    const isTheirs = earlier && (hasRequest(session, earlier) || earlier.code_id === session.codeId);
    if (!isTheirs || earlier.ended_at !== null) continue;
    const isOurs = earlier.dealership_id === dealership.id && earlier.closing_at === null;
    if (isOurs && earlier.accepted_at !== null && stays === undefined) stays = earlier;
    else if (await closings.giveWay(trx, earlier, at)) ended.push(id);
  }
  if (stays) await askAnew(trx, stays, request, at);
  return { stays: stays?.id, ended };
}
