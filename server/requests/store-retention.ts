/** The queries that end requests, calls and their notes: which are due, and what is blanked. */
import { erasedWord } from '#contract/record-classes.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst, type Position } from '#server/paging.ts';

/** The parts of a request that end at different times. Each has its own index. */
export type RequestPart = 'all' | 'notes' | 'anydesk';

/** The requests that ended before a time and still have this part, the oldest end first. */
export const dueRequests =
  (part: RequestPart) =>
  (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
    db
      .selectFrom('agent_requests')
      .select(['id', 'ended_at as at'])
      .where('ended_at', 'is not', null)
      .where('ended_at', '<', before)
      .$if(part === 'all', (query) => query.where('erased_at', 'is', null))
      .$if(part === 'notes', (query) => query.where('notes_erased_at', 'is', null))
      .$if(part === 'anydesk', (query) => query.where('anydesk', 'is not', null))
      .$call(oldestFirst(['ended_at', 'id'], after, limit))
      .$narrowType<Position>()
      .execute();

export const lockRequests = (trx: Trx, ids: readonly string[]) =>
  dialectOf(trx)
    .lockRows(
      trx
        .selectFrom('agent_requests')
        .select(['id', 'dealership_id', 'ended_at', 'erased_at', 'notes_erased_at', 'anydesk'])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute();

export const blankAnydesk = (trx: Trx, ids: readonly string[]) =>
  trx.updateTable('agent_requests').set({ anydesk: null }).where('id', 'in', ids).execute();

/** Blanks the free text of these requests: the note, the asking person's name, the closing note and the words of hand-offs. */
export async function blankNotes(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  await trx
    .updateTable('agent_requests')
    .set({ additional_info: '', callback_name: null, closing_note: null, notes_erased_at: at })
    .where('id', 'in', ids)
    .execute();
  await trx
    .updateTable('request_hand_offs')
    .set({ open_stipulations: '', promised: '' })
    .where('request_id', 'in', ids)
    .execute();
  // With a hash of the text, a person could check a guess of it.
  await trx.updateTable('agent_links').set({ press: null }).where('request_id', 'in', ids).execute();
}

/** Blanks these requests. What the figures count stays: reference, times, type, outcome, minutes and products. */
export async function blankRequests(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  await trx.updateTable('request_events').set({ detail: null }).where('request_id', 'in', ids).execute();
  await trx.updateTable('agent_links').set({ name: erasedWord, press: null }).where('request_id', 'in', ids).execute();
  await trx.deleteFrom('request_hand_offs').where('request_id', 'in', ids).execute();
  await trx.deleteFrom('request_ticks').where('request_id', 'in', ids).execute();
  await trx
    .updateTable('request_deals')
    .set({ dms_deal_number: null, stock_number: null, lender: null })
    .where('request_id', 'in', ids)
    .execute();
  await trx
    .updateTable('request_deals')
    .set({ not_billed_reason: erasedWord })
    .where('request_id', 'in', ids)
    .where('not_billed_reason', 'is not', null)
    .execute();
  for (const column of ['accepted_by', 'handed_back_by', 'waits_for'] as const) {
    await trx
      .updateTable('agent_requests')
      .set({ [column]: erasedWord })
      .where('id', 'in', ids)
      .where(column, 'is not', null)
      .execute();
  }
  await trx
    .updateTable('agent_requests')
    .set(({ eb }) => ({
      dealership_name: erasedWord,
      dealer_phone: null,
      callback_name: null,
      fingerprint: '',
      additional_info: '',
      closing_note: null,
      anydesk: null,
      notes_erased_at: at,
      erased_at: at,
      // So programs that ask for changes see the erasure.
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
}

/** The calls that were logged before a time and still have this part, the oldest first. */
export const dueCalls =
  (part: 'all' | 'notes') =>
  (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
    db
      .selectFrom('calls')
      .select(['id', 'created_at as at'])
      .where(part === 'all' ? 'erased_at' : 'notes_erased_at', 'is', null)
      .where('created_at', '<', before)
      .$call(oldestFirst(['created_at', 'id'], after, limit))
      .execute();

export const lockCalls = (trx: Trx, ids: readonly string[]) =>
  dialectOf(trx)
    .lockRows(
      trx
        .selectFrom('calls')
        .select(['id', 'dealership_id', 'created_at', 'erased_at', 'notes_erased_at'])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute();

export const blankCallNotes = (trx: Trx, ids: readonly string[], at: Iso) =>
  trx.updateTable('calls').set({ note: '', notes_erased_at: at }).where('id', 'in', ids).execute();

export const blankCalls = (trx: Trx, ids: readonly string[], at: Iso) =>
  trx
    .updateTable('calls')
    .set({ note: '', dealership_name: erasedWord, logged_by: erasedWord, notes_erased_at: at, erased_at: at })
    .where('id', 'in', ids)
    .execute();

/** Which of these requests were erased. */
export const erasedRequests = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'reference'])
    .where('id', 'in', ids)
    .where('erased_at', 'is not', null)
    .execute();

/** Which of these calls were erased. */
export const erasedCalls = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('calls')
    .select(['id', 'reference'])
    .where('id', 'in', ids)
    .where('erased_at', 'is not', null)
    .execute();
