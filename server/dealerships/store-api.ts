/** Reads dealerships for other programs. */
import type { ApiDealership } from '#contract/api-endpoints.ts';
import type { Reader } from '#server/database/open.ts';
import { oldestFirst, type Slice } from '#server/paging.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import type { WholeDealership } from './store.ts';
import { type ContactRow, contactsOfAll } from './store-records.ts';

/**
 * A dealership for programs. The row of an erased one has a word in place of its name, for the desk; programs get an empty name.
 */
const present = (row: WholeDealership, contacts: readonly ContactRow[]): ApiDealership => ({
  ...fieldsOf(row, 'id', 'phone', 'address', 'website', 'agreement_date', 'lead_id', 'created_at', 'closed_at'),
  ...fieldsOf(row, 'removed_at', 'erased_at', 'updated_at', 'version'),
  name: row.erased_at === null ? row.name : '',
  timeZone: row.zone,
  contacts: contacts.map(({ name, role, phone, mail }) => ({ name, role, phone, mail })),
  sample: row.sample_at !== null,
});

async function presentAll(db: Reader, rows: readonly WholeDealership[]): Promise<ApiDealership[]> {
  const contacts = await contactsOfAll(db, idsOf(rows));
  return rows.map((row) => present(row, contacts.get(row.id) ?? []));
}

/** Dealerships after a position, in the order of their last change. */
export async function apiDealerships(
  db: Reader,
  { after, limit, status }: Slice & { readonly status?: 'active' | 'closed' | 'removed' | undefined },
): Promise<ApiDealership[]> {
  const rows = await db
    .selectFrom('dealerships')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('removed_at', status === 'removed' ? 'is not' : 'is', null))
    .$if(status === 'active', (query) => query.where('closed_at', 'is', null))
    .$if(status === 'closed', (query) => query.where('closed_at', 'is not', null))
    .$call(oldestFirst(['dealerships.updated_at', 'dealerships.id'], after, limit))
    .execute();
  return presentAll(db, rows);
}

/** One dealership, also a removed one. Undefined when there is none of this id. */
export async function apiDealership(db: Reader, id: string): Promise<ApiDealership | undefined> {
  const row = await db.selectFrom('dealerships').selectAll().where('id', '=', id).executeTakeFirst();
  const [found] = row ? await presentAll(db, [row]) : [];
  return found;
}
