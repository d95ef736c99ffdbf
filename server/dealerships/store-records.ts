/** The rows of contacts and of the history, and the desk's list of dealerships. */
import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { countFound, findsAny, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { createdPosition, oldestFirst } from '#server/paging.ts';
import { idsOf } from '#server/rows.ts';
import type { WholeDealership } from './store.ts';
import type { DealershipContactTable, DealershipEventTable } from './tables.ts';

export type ContactRow = Selectable<DealershipContactTable>;

export const contactsOf = (db: Reader, dealershipId: string): Promise<ContactRow[]> =>
  db.selectFrom('dealership_contacts').selectAll().where('dealership_id', '=', dealershipId).orderBy('place').execute();

/** The contacts of several dealerships, by dealership, each list in its order. */
export async function contactsOfAll(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, ContactRow[]>> {
  const rows = await db
    .selectFrom('dealership_contacts')
    .selectAll()
    .where('dealership_id', 'in', ids)
    .orderBy('dealership_id')
    .orderBy('place')
    .execute();
  return Map.groupBy(rows, ({ dealership_id }) => dealership_id);
}

/** Notes that contacts have ended. No contact is made with these ids again, also when this database never had them. */
export async function noteEnded(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('ended_contacts')
    .values(ids.map((id) => ({ id, ended_at: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Which of these contacts have ended: they were removed or erased. */
export const endedContacts = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('ended_contacts').select('id').where('id', 'in', ids).execute();

/** Whether one of these ids belongs to a contact that has ended. */
export const isContactEnded = (db: Reader, ids: readonly string[]): Promise<boolean> =>
  db.selectFrom('ended_contacts').select('id').where('id', 'in', ids).$call(findsAny);

/** Replaces all contacts of a dealership. A contact that is not in the new list has ended. */
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

/** Whether one of these contact ids belongs to another dealership. */
export const isContactElsewhere = (db: Reader, dealershipId: string, ids: readonly string[]): Promise<boolean> =>
  db
    .selectFrom('dealership_contacts')
    .select('id')
    .where('id', 'in', ids)
    .where('dealership_id', '<>', dealershipId)
    .$call(findsAny);

export const insertEvent = (trx: Trx, event: Insertable<DealershipEventTable>) =>
  trx.insertInto('dealership_events').values(event).execute();

/** The person who made a dealership; null when a command or the server did, undefined when there is no such event. */
export async function makerOf(db: Reader, dealershipId: string): Promise<string | null | undefined> {
  const events = db.selectFrom('dealership_events').select('by_id').where('dealership_id', '=', dealershipId);
  return (await events.where('kind', '=', 'made').executeTakeFirst())?.by_id;
}

/** The history of a dealership, the newest event first. */
export const eventsOf = (db: Reader, dealershipId: string, limit: number) =>
  db
    .selectFrom('dealership_events')
    .selectAll()
    .where('dealership_id', '=', dealershipId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** A condition on dealerships; gets the column that holds their ids. */
export type OnDealership = (column: string) => Expression<SqlBool>;

/** A page of the list begins after this position. */
export interface ListPosition {
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

/** The rows of the list. `where`: the conditions of the filter on codes, and of the search. */
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
  after: ListPosition | undefined,
  limit: number,
): Promise<WholeDealership[]> {
  const query = shown(db, filter, where).orderBy('name_key').orderBy('id').limit(limit);
  return after
    ? query
        .where(({ eb, refTuple, tuple }) => eb(refTuple('name_key', 'id'), '>', tuple(after.nameKey, after.id)))
        .execute()
    : query.execute();
}

/** The same in the order in which they were stored, which no edit changes. For an export. */
export function storedSlice(
  db: Reader,
  filter: DealershipFilter,
  where: readonly OnDealership[],
  after: WholeDealership | undefined,
  limit: number,
): Promise<WholeDealership[]> {
  return shown(db, filter, where)
    .$call(oldestFirst(['created_at', 'id'], createdPosition(after), limit))
    .execute();
}

/** How many samples there are, without removed ones. */
export const countSamples = (db: Reader): Promise<number> =>
  db.selectFrom('dealerships').where('sample_at', 'is not', null).where('removed_at', 'is', null).$call(countFound);
