/**
 * The record of a dealership is that of the replaced database: an account that was closed opens nothing, agents call the number of
 * today, and a link to a code goes to nobody who has left. Its store sheet and its leads are as in the backup.
 */
import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { consentsOfSubmissions } from '#server/leads/service.ts';
import { defineMadeSince, defineTakenOver } from '#server/taken-over.ts';
import { writeSearchable } from './searchable.ts';
import { namesOf, type WholeDealership } from './store.ts';
import { contactsOf, insertEvent, noteEnded, replaceContacts } from './store-records.ts';
import type { DealershipContactTable, DealershipTable } from './tables.ts';

const dealershipThings = ['dealership', 'dealerships'] as const;

/** What is taken over of a row. Of one that was blanked, only that it ended: the next sweep, or the erasure, blanks it again. */
function columnsOf(row: Selectable<DealershipTable>) {
  const { removed_at, closed_at, erased_at } = row;
  if (erased_at !== null) return { removed_at, closed_at };
  const { name, name_key, phone, zone, sample_at, address, website, agreement_date } = row;
  return { removed_at, closed_at, name, name_key, phone, zone, sample_at, address, website, agreement_date };
}

/** A document as it is compared: PostgreSQL writes it with spaces of its own. */
const plain = (json: string | null) => (json === null ? null : JSON.stringify(JSON.parse(json)));

/** Those of the restored database that are neither removed nor erased, by their ids. */
async function standing(trx: Transaction<Tables>): Promise<ReadonlyMap<string, WholeDealership>> {
  const all = trx.selectFrom('dealerships').selectAll();
  const rows = await all.where('removed_at', 'is', null).where('erased_at', 'is', null).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const records = defineTakenOver('dealerships', { things: dealershipThings }, async (trx, rows, { at }) => {
  const restored = await standing(trx);
  let changed = 0;
  for (const row of rows) {
    const before = restored.get(row.id);
    if (!before) continue;
    const columns = columnsOf(row);
    const hours = row.erased_at === null && plain(row.hours) !== plain(before.hours) ? { hours: row.hours } : {};
    const isOther = Object.entries(columns).some(([name, value]) => value !== before[name as keyof WholeDealership]);
    if (!isOther && !('hours' in hours)) continue;
    // Whoever edits it next does so from the version that the replaced database had.
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

const contacts = defineTakenOver(
  'dealership_contacts',
  { things: ['list of contacts', 'lists of contacts'] },
  async (trx, rows, { at, rowsOf }) => {
    const restored = await standing(trx);
    const byDealership = Map.groupBy(rows, ({ dealership_id }) => dealership_id);
    let changed = 0;
    for (const { id, erased_at } of rowsOf('dealerships') ?? []) {
      if (erased_at !== null || !restored.has(id)) continue;
      const theirs = (byDealership.get(id) ?? []).toSorted((a, b) => a.place - b.place);
      const before = await contactsOf(trx, id);
      if (theirs.map(shownOf).join() === before.map(shownOf).join()) continue;
      // A consent that was given since is not in the restored database, and nobody is texted without one.
      const given = await consentsOfSubmissions(
        trx,
        theirs.flatMap(({ consent_submission_id: of }) => of ?? []),
      );
      const none = { consent_submission_id: null, consent_phone: null };
      const kept = theirs.map((one) => (given.has(one.consent_submission_id ?? '') ? one : { ...one, ...none }));
      await replaceContacts(trx, id, kept, at);
      await writeSearchable(trx, id);
      changed += 1;
    }
    return changed;
  },
);

/** Those that ended since the backup: a page that was open meanwhile brings none of them back. They are counted with the lists. */
const ended = defineTakenOver(
  'ended_contacts',
  { things: ['list of contacts', 'lists of contacts'], since: ['ended_at'] },
  async (trx, rows) => {
    for (const { id, ended_at } of rows) await noteEnded(trx, [id], ended_at);
    return 0;
  },
);

/** Its history says who did what is taken over; it is counted with that. */
const history = defineTakenOver('dealership_events', { things: dealershipThings, since: ['at'] }, async (trx, rows) => {
  const known = await namesOf(trx);
  const there = trx.selectFrom('dealership_events').select('id');
  for (const row of rows) {
    if (!known.has(row.dealership_id) || (await there.where('id', '=', row.id).executeTakeFirst())) continue;
    await insertEvent(trx, row);
  }
  return 0;
});

/** They come after the leads, whose consents the contacts name. */
export const takenOverDealerships = [records, contacts, ended, history] as const;

/** Which were made since a backup, and stand. */
export const madeDealerships = defineMadeSince('dealerships', { things: dealershipThings }, async (trx, rows) => {
  const known = await namesOf(trx);
  return rows.flatMap(({ id, name, removed_at }) => (known.has(id) || removed_at !== null ? [] : [name]));
});
