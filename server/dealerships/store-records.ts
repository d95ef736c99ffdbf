/** Contacts and history of dealerships as rows, and the list of the desk. */
import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool, Transaction } from 'kysely';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { afterPlace, createdPlace } from '#server/place.ts';
import { idsOf } from '#server/rows.ts';
import type { WholeDealership } from './store.ts';
import type { DealershipContactTable, DealershipEventTable } from './tables.ts';

type Trx = Transaction<Tables>;
export type ContactRow = Selectable<DealershipContactTable>;
export type EventRow = Selectable<DealershipEventTable>;

export const contactsOf = (db: Reader, dealershipId: string): Promise<ContactRow[]> =>
  db.selectFrom('dealership_contacts').selectAll().where('dealership_id', '=', dealershipId).orderBy('place').execute();

/** The contacts of several dealerships, in the order of each. */
export async function contactsOfAll(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, ContactRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('dealership_contacts')
    .selectAll()
    .where('dealership_id', 'in', ids)
    .orderBy('dealership_id')
    .orderBy('place')
    .execute();
  return Map.groupBy(rows, ({ dealership_id }) => dealership_id);
}

/** Notes of contacts that they ended. None of these ids makes a contact again, also none that this database never had. */
export async function noteEnded(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('ended_contacts')
    .values(ids.map((id) => ({ id, ended_at: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Whether one of these ids is that of a contact that ended. */
export const isContactEnded = async (db: Reader, ids: readonly string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await db.selectFrom('ended_contacts').select('id').where('id', 'in', ids).executeTakeFirst()) !== undefined;

/** Puts contacts in the place of all that a dealership has. Those that are not among them have ended. */
export async function replaceContacts(
  trx: Trx,
  dealershipId: string,
  contacts: readonly Insertable<DealershipContactTable>[],
  at: Iso,
): Promise<void> {
  const before = await contactsOf(trx, dealershipId);
  const left = before.filter(({ id }) => !contacts.some((contact) => contact.id === id));
  await noteEnded(trx, idsOf(left), at);
  await trx.deleteFrom('dealership_contacts').where('dealership_id', '=', dealershipId).execute();
  if (contacts.length > 0) await trx.insertInto('dealership_contacts').values(contacts).execute();
}

/** Whether a contact of this id belongs to another dealership. */
export const isContactElsewhere = async (db: Reader, dealershipId: string, ids: readonly string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await db
    .selectFrom('dealership_contacts')
    .select('id')
    .where('id', 'in', ids)
    .where('dealership_id', '<>', dealershipId)
    .executeTakeFirst()) !== undefined;

export const insertEvent = (trx: Trx, event: Insertable<DealershipEventTable>) =>
  trx.insertInto('dealership_events').values(event).execute();

/** What happened to a dealership, the newest first. */
export const eventsOf = (db: Reader, dealershipId: string, limit: number): Promise<EventRow[]> =>
  db
    .selectFrom('dealership_events')
    .selectAll()
    .where('dealership_id', '=', dealershipId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** A condition on dealerships, given the column that holds their ids. */
export type OnDealership = (column: string) => Expression<SqlBool>;

/** Where a page of the list begins: after this one. */
export interface ListPlace {
  readonly nameKey: string;
  readonly id: string;
}

const filterOf = (row: ExpressionBuilder<Tables, 'dealerships'>, filter: DealershipFilter): Expression<SqlBool> => {
  const open = row('closed_at', 'is', null);
  if (filter === 'closed') return row('closed_at', 'is not', null);
  if (filter === 'samples') return row('sample_at', 'is not', null);
  if (filter === 'no-agreement') return row.and([open, row('agreement_date', 'is', null)]);
  return open;
};

/** What the list shows. `where`: what the filter asks of their codes, and the search. */
function shown(db: Reader, filter: DealershipFilter, where: readonly OnDealership[]) {
  let query = db
    .selectFrom('dealerships')
    .selectAll()
    .where('removed_at', 'is', null)
    .where((row) => filterOf(row, filter));
  for (const condition of where) query = query.where(() => condition('dealerships.id'));
  return query;
}

/** A slice of the dealerships that a filter shows, by name. */
export function listSlice(
  db: Reader,
  filter: DealershipFilter,
  where: readonly OnDealership[],
  after: ListPlace | undefined,
  limit: number,
): Promise<WholeDealership[]> {
  const query = shown(db, filter, where).orderBy('name_key').orderBy('id').limit(limit);
  return after
    ? query
        .where(({ eb, refTuple, tuple }) => eb(refTuple('name_key', 'id'), '>', tuple(after.nameKey, after.id)))
        .execute()
    : query.execute();
}

/** The same in the order in which they were stored, which no edit moves: for an export. */
export function storedSlice(
  db: Reader,
  filter: DealershipFilter,
  where: readonly OnDealership[],
  after: WholeDealership | undefined,
  limit: number,
): Promise<WholeDealership[]> {
  return shown(db, filter, where)
    .where((row) => afterPlace(row, ['created_at', 'id'], createdPlace(after)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** How many samples there are that were not removed. */
export async function countSamples(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('dealerships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('sample_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
