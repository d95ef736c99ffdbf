import type { Selectable } from 'kysely';
import { countChanged, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { ExportTicketTable } from './tables.ts';

type Ticket = Selectable<ExportTicketTable>;

export const insertTicket = (trx: Trx, ticket: Ticket) => trx.insertInto('export_tickets').values(ticket).execute();

/** Deletes tickets that have run out, in one slice: an hour's tickets are few. */
export const deleteExpired = (db: Storage['db'], now: Iso): Promise<number> =>
  db.deleteFrom('export_tickets').where('expires_at', '<=', now).$call(countChanged);

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
