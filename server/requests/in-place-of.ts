/**
 * A request that comes in the place of others: they were sent before it and are not known to have arrived, and their person
 * changed what they ask for. Of all of them one runs, whichever arrives first.
 */
import type { Transaction } from 'kysely';
import { hasRequest } from '#server/access/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Closings } from './closing.ts';
import type { NewRequest } from './new-request.ts';
import { findInPlaceOf, findRequest, lockRequest } from './store.ts';

/** How long a request may be on its way: far longer than anything between a browser and a server keeps one. In milliseconds. */
const onItsWayMs = 24 * 60 * 60 * 1000;

/** Whether another request took the place of this one, which arrives only now. The caller has the lock of its id. */
export async function cameTooLate(trx: Transaction<Tables>, id: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - onItsWayMs).toISOString();
  return (await findInPlaceOf(trx, id, since)) !== undefined;
}

export interface PlacesTaken {
  /** An agent has this one for the same dealership already: it stays, and the new one is not stored. */
  readonly stays: string | undefined;
  /** These are over. */
  readonly ended: readonly string[];
}

/** Takes the places of those that arrived. The caller has the locks of their ids. */
export async function takePlaces(
  trx: Transaction<Tables>,
  { storage, closings }: { readonly storage: Pick<Storage, 'dialect'>; readonly closings: Closings },
  { session, dealership, insteadOf }: NewRequest,
  at: Date,
): Promise<PlacesTaken> {
  const ended: string[] = [];
  let stays: string | undefined;
  for (const id of insteadOf.toSorted()) {
    await lockRequest(trx, storage, id);
    const earlier = await findRequest(trx, id);
    // An id is known to the page that made it alone; its session may have ended since, and another was opened with the code.
    const isTheirs = earlier && (hasRequest(session, earlier) || earlier.code_id === session.codeId);
    if (!isTheirs || earlier.ended_at !== null) continue;
    const isOurs = earlier.dealership_id === dealership.id && earlier.closing_at === null;
    if (isOurs && earlier.accepted_at !== null && stays === undefined) stays = id;
    else if (await closings.giveWay(trx, earlier, at)) ended.push(id);
  }
  return { stays, ended };
}
