import type { Selectable } from 'kysely';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { ExportTicketTable } from './tables.ts';

type Ticket = Selectable<ExportTicketTable>;

export const insertTicket = (trx: Trx, ticket: Ticket) => trx.insertInto('export_tickets').values(ticket).execute();

export const deleteExpired = (trx: Trx, now: Iso) =>
  trx.deleteFrom('export_tickets').where('expires_at', '<=', now).execute();

/** Deletes and returns the ticket of a session, so that nobody can take it again. Undefined when it does not work. */
export const takeTicket = (
  trx: Trx,
  { id, session_id, now }: { readonly id: string; readonly session_id: string; readonly now: Iso },
): Promise<Ticket | undefined> =>
  trx
    .deleteFrom('export_tickets')
    .where('id', '=', id)
    .where('session_id', '=', session_id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
