/** How the retention sweep and an erasure end requests and calls. A hold on their dealership keeps them. */
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { heldDealerships } from '#server/dealerships/service.ts';
import { deleteMessagesOf } from '#server/outbox/service.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { removeSearchText } from '#server/search/service.ts';
import { blankTriesAbout, emit } from '#server/webhooks/service.ts';
import { anydeskFacts, callFacts, callNoteFacts, noteFacts, requestFacts } from './retention.ts';
import { writeSearch } from './store.ts';
import {
  blankAnydesk,
  blankCallNotes,
  blankCalls,
  blankNotes,
  blankRequests,
  dueCalls,
  dueRequests,
  lockCalls,
  lockRequests,
  type RequestPart,
} from './store-retention.ts';

/** The rows whose dealership no hold keeps. The caller locks the rows before this locks their dealerships. */
async function unheld<Row extends { readonly id: string; readonly dealership_id: string }>(
  trx: Trx,
  rows: readonly Row[],
): Promise<Row[]> {
  const held = await heldDealerships(trx, distinct(rows, 'dealership_id'));
  return rows.filter(({ dealership_id }) => !held.has(dealership_id));
}

const takeRequests =
  (part: RequestPart): RecordKind['take'] =>
  async (trx, ids, before) => {
    const rows = (await lockRequests(trx, ids)).filter((row) => {
      if (before !== undefined && (row.ended_at === null || row.ended_at >= before)) return false;
      if (part === 'anydesk') return row.anydesk !== null;
      return (part === 'notes' ? row.notes_erased_at : row.erased_at) === null;
    });
    return idsOf(await unheld(trx, rows));
  };

const takeCalls =
  (part: 'all' | 'notes'): RecordKind['take'] =>
  async (trx, ids, before) => {
    const rows = (await lockCalls(trx, ids)).filter(
      (row) =>
        (part === 'notes' ? row.notes_erased_at : row.erased_at) === null &&
        (before === undefined || row.created_at < before),
    );
    return idsOf(await unheld(trx, rows));
  };

/** Runs `work` on records if there are any, rewrites or removes their search text, and tells the consoles. */
const onBoard =
  (
    of: 'request' | 'call',
    work: (trx: Trx, ids: readonly string[], at: string) => Promise<unknown>,
  ): RecordKind['erase'] =>
  async (trx, ids, at) => {
    if (ids.length === 0) return;
    await work(trx, ids, at);
    for (const id of ids) {
      // The new search text does not contain what was blanked.
      await (of === 'request' ? writeSearch(trx, id) : removeSearchText(trx, 'call', id));
      await changed(trx, 'board', id);
    }
  };

/** The kinds of records that end with requests and calls: AnyDesk addresses, notes, and then the records themselves. */
export const requestRecordKinds: readonly RecordKind[] = [
  {
    ...anydeskFacts,
    due: dueRequests('anydesk'),
    take: takeRequests('anydesk'),
    erase: onBoard('request', blankAnydesk),
  },
  {
    ...noteFacts,
    due: dueRequests('notes'),
    take: takeRequests('notes'),
    erase: onBoard('request', blankNotes),
  },
  {
    ...callNoteFacts,
    due: dueCalls('notes'),
    take: takeCalls('notes'),
    erase: onBoard('call', blankCallNotes),
  },
  {
    ...requestFacts,
    due: dueRequests('all'),
    take: takeRequests('all'),
    erase: onBoard('request', async (trx, ids, at) => {
      await deleteMessagesOf(trx, ids);
      await blankTriesAbout(trx, ids, at);
      await blankRequests(trx, ids, at);
      for (const id of ids) await emit(trx, { type: 'request.erased', subjectId: id, at });
    }),
  },
  { ...callFacts, due: dueCalls('all'), take: takeCalls('all'), erase: onBoard('call', blankCalls) },
];

/** The ids of those requests that a hold keeps. Locks the requests and their dealerships. */
export async function heldRequests(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await lockRequests(trx, ids);
  const held = await heldDealerships(trx, distinct(rows, 'dealership_id'));
  return new Set(idsOf(rows.filter(({ dealership_id }) => held.has(dealership_id))));
}
