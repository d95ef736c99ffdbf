/**
 * After a restore, carries over the records of dealerships from the replaced database. So a closed account stays closed, agents call
 * the current number, and no link to a code goes to a contact who has left. Store sheets and leads stay as in the backup.
 */
import type { Selectable } from 'kysely';
import { defineCarryOver, defineMadeSince, defineRowCarryOver } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import { consentsOfSubmissions } from '#server/leads/service.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { writeSearchable } from './searchable.ts';
import { dealershipOf, namesOf, type WholeDealership } from './store.ts';
import { contactsOf, insertEvent, noteEnded, replaceContacts } from './store-records.ts';
import type { DealershipContactTable, DealershipTable } from './tables.ts';

const dealershipThings = ['dealership', 'dealerships'] as const;

/** The columns that are carried over. Of a blanked row, only its end: the next sweep, or the erasure, blanks it again. */
function columnsOf(row: Selectable<DealershipTable>) {
  const { removed_at, closed_at, erased_at } = row;
  if (erased_at !== null) return { removed_at, closed_at };
  const { name, name_key, phone, zone, sample_at, address, website, agreement_date } = row;
  return { removed_at, closed_at, name, name_key, phone, zone, sample_at, address, website, agreement_date };
}

/** A JSON document for comparison, because PostgreSQL writes it with its own spaces. */
const plain = (json: string | null) => (json === null ? null : JSON.stringify(JSON.parse(json)));

/** The dealerships of the restored database that are neither removed nor erased, by id. */
async function restoredDealerships(trx: Trx): Promise<ReadonlyMap<string, WholeDealership>> {
  const all = trx.selectFrom('dealerships').selectAll();
  const rows = await all.where('removed_at', 'is', null).where('erased_at', 'is', null).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const records = defineCarryOver('dealerships', { things: dealershipThings }, async (trx, rows, { at }) => {
  const restored = await restoredDealerships(trx);
  let changed = 0;
  for (const row of rows) {
    const before = restored.get(row.id);
    if (!before) continue;
    const columns = columnsOf(row);
    const hours = row.erased_at === null && plain(row.hours) !== plain(before.hours) ? { hours: row.hours } : {};
    const isOther = Object.entries(columns).some(([name, value]) => value !== before[name as keyof WholeDealership]);
    if (!isOther && !('hours' in hours)) continue;
    // The next edit starts from the version that the replaced database had.
    const values = { ...columns, ...hours, version: row.version, updated_at: at };
    await trx.updateTable('dealerships').set(values).where('id', '=', row.id).execute();
    await writeSearchable(trx, row.id);
    changed += 1;
  }
  return changed;
});

type Contact = Selectable<DealershipContactTable>;

const shownOf = ({ id, name, role, phone, mail, consent_submission_id }: Contact) =>
  JSON.stringify([id, name, role, phone, mail, consent_submission_id]);

const contacts = defineCarryOver(
  'dealership_contacts',
  { things: ['list of contacts', 'lists of contacts'] },
  async (trx, rows, { at, rowsOf }) => {
    const restored = await restoredDealerships(trx);
    const byDealership = Map.groupBy(rows, ({ dealership_id }) => dealership_id);
    let changed = 0;
    for (const { id, erased_at } of rowsOf('dealerships') ?? []) {
      if (erased_at !== null || !restored.has(id)) continue;
      const theirs = (byDealership.get(id) ?? []).toSorted((a, b) => a.place - b.place);
      const before = await contactsOf(trx, id);
      if (theirs.map(shownOf).join() === before.map(shownOf).join()) continue;
      // A consent that was given since the backup is not in the restored database, and nobody gets texts without one.
      const given = await consentsOfSubmissions(trx, distinct(theirs, 'consent_submission_id'));
      const none = { consent_submission_id: null, consent_phone: null };
      const kept = theirs.map((one) => (given.has(one.consent_submission_id ?? '') ? one : { ...one, ...none }));
      await replaceContacts(trx, id, kept, at);
      await writeSearchable(trx, id);
      changed += 1;
    }
    return changed;
  },
);

/** Contacts that ended since the backup, so that no open page makes them again. They are counted with the lists of contacts. */
const ended = defineRowCarryOver(
  'ended_contacts',
  { things: ['list of contacts', 'lists of contacts'], since: ['ended_at'] },
  async (trx, { id, ended_at }) => {
    await noteEnded(trx, [id], ended_at);
    return false;
  },
);

/** The history is carried over too, because it says who made the changes. It is counted with the records. */
const history = defineCarryOver('dealership_events', { things: dealershipThings, since: ['at'] }, async (trx, rows) => {
  const known = await namesOf(trx);
  const there = trx.selectFrom('dealership_events').select('id');
  const contacts = new Set(idsOf(await trx.selectFrom('dealership_contacts').select('id').execute()));
  for (const row of rows) {
    if (!known.has(row.dealership_id) || (await there.where('id', '=', row.id).executeTakeFirst())) continue;
    // The replaced database may be of an earlier version, which wrote a contact's name where the id is now.
    const to = row.kind === 'link-sent' && (JSON.parse(row.detail) as string[]).filter((id) => contacts.has(id));
    await insertEvent(trx, to ? { ...row, detail: JSON.stringify(to) } : row);
  }
  return 0;
});

/** These run after the leads, because contacts refer to the leads' consents. */
export const carriedOverDealerships = [records, contacts, ended, history] as const;

/** The names of dealerships that were made since a backup and were not removed. */
export const madeDealerships = defineMadeSince(
  'dealerships',
  { things: dealershipThings },
  dealershipOf,
  ({ name, removed_at }) => (removed_at === null ? name : null),
);
