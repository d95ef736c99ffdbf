/** What erasing a request or a call does to its rows. */
import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';

type Trx = Transaction<Tables>;

/** Locks those of these requests that are over and not erased, one after the other in one order. */
export const keepRequests = (trx: Trx, { dialect }: Pick<Storage, 'dialect'>, ids: readonly string[]) =>
  dialect
    .keepRows(
      trx
        .selectFrom('agent_requests')
        .select('id')
        .where('id', 'in', ids)
        .where('erased_at', 'is', null)
        .where('ended_at', 'is not', null)
        .orderBy('id'),
    )
    .execute();

export const keepCalls = (trx: Trx, { dialect }: Pick<Storage, 'dialect'>, ids: readonly string[]) =>
  dialect
    .keepRows(trx.selectFrom('calls').select('id').where('id', 'in', ids).where('erased_at', 'is', null).orderBy('id'))
    .execute();

export async function blankRequest(trx: Trx, id: string, at: Iso): Promise<void> {
  await trx.updateTable('request_events').set({ detail: null }).where('request_id', '=', id).execute();
  await trx.updateTable('request_deals').set({ not_billed_reason: null }).where('request_id', '=', id).execute();
  await trx
    .updateTable('request_hand_offs')
    .set({ open_stipulations: '', promised: '' })
    .where('request_id', '=', id)
    .execute();
  await trx
    .updateTable('agent_requests')
    .set({
      dealer_phone: null,
      additional_info: '',
      callback_name: null,
      anydesk: null,
      closing_note: null,
      fingerprint: '',
      notes_erased_at: at,
      erased_at: at,
    })
    .where('id', '=', id)
    .execute();
}

export const blankCall = (trx: Trx, id: string, at: Iso) =>
  trx.updateTable('calls').set({ note: '', notes_erased_at: at, erased_at: at }).where('id', '=', id).execute();
