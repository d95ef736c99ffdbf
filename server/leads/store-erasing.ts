/** What erasing a lead does to its rows. */
import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Reader } from './store.ts';

type Trx = Transaction<Tables>;

/** Locks those of these leads that are neither held nor erased, one after the other in one order. */
export const keepLeads = (trx: Trx, { dialect }: Pick<Storage, 'dialect'>, ids: readonly string[]) =>
  dialect
    .keepRows(
      trx
        .selectFrom('leads')
        .select('id')
        .where('id', 'in', ids)
        .where('erased_at', 'is', null)
        .where('hold_id', 'is', null)
        .orderBy('id'),
    )
    .execute();

export const idsOfSubmissions = async (db: Reader, leadId: string): Promise<string[]> =>
  (await db.selectFrom('submissions').select('id').where('lead_id', '=', leadId).execute()).map(({ id }) => id);

/** The attempts stay, so that one that is made again is known. The evidence of consent stays as well: when, and to which words. */
export const blankSubmissions = (trx: Trx, leadId: string) =>
  trx
    .updateTable('submissions')
    .set({ answers: '{}', fingerprint: '', submitted_date: '' })
    .where('lead_id', '=', leadId)
    .execute();

export const deleteEventsOf = (trx: Trx, leadId: string) =>
  trx.deleteFrom('lead_events').where('lead_id', '=', leadId).execute();

export const deleteKeysOf = (trx: Trx, leadId: string) =>
  trx.deleteFrom('lead_keys').where('lead_id', '=', leadId).execute();
