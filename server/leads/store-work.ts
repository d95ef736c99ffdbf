/** The desk's writes to leads. When two leads are locked, the joined one is locked before the one that it is joined to, and otherwise the one with the lower id. */
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { dialectOf, isOneOf, jsonRows, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import type { LeadKey } from './keys.ts';
import type { LeadEventTable, LeadTable } from './tables.ts';

export type LeadRow = Selectable<LeadTable>;

const all = (db: Reader) => db.selectFrom('leads').selectAll();

const byId = (db: Reader, id: string) => all(db).where('leads.id', '=', id);

export const findRow = (db: Reader, id: string): Promise<LeadRow | undefined> => byId(db, id).executeTakeFirst();

/** The form with this id, with all of its columns, locked until the transaction ends. */
export const lockWholeForm = (trx: Trx, id: string): Promise<LeadRow | undefined> =>
  dialectOf(trx).lockRows(byId(trx, id)).executeTakeFirst();

/** These forms, locked until the transaction ends, in the order of their ids. None of them may be joined to another one of them. */
export const lockWholeForms = (trx: Trx, ids: readonly string[]): Promise<LeadRow[]> =>
  dialectOf(trx)
    .lockRows(
      all(trx)
        .where(isOneOf(trx, 'id', ids))
        .orderBy('id'),
    )
    .execute();

/** The lead that the form with this id is shown under, locked until the transaction ends. Undefined when there is no such form. */
export async function lockLead(trx: Trx, id: string): Promise<LeadRow | undefined> {
  for (let next = id; ; ) {
    const lead = await lockWholeForm(trx, next);
    if (!lead || lead.joined_into_id === null) return lead;
    // The form is joined, perhaps only since a moment ago. Go on to the lead that it is joined to.
    next = lead.joined_into_id;
  }
}

/** The forms that are joined to a lead, the oldest first. */
export const joinedTo = (db: Reader, id: string): Promise<LeadRow[]> => joinedToAny(db, [id]);

/** The forms that are joined to any of these leads, the oldest first. */
export const joinedToAny = (db: Reader, ids: readonly string[]): Promise<LeadRow[]> =>
  all(db).where('joined_into_id', 'in', ids).orderBy('leads.created_at').orderBy('leads.id').execute();

export const updateLead = (trx: Trx, id: string, values: Omit<Updateable<LeadTable>, 'id' | 'version'>) =>
  trx
    .updateTable('leads')
    .set(({ eb }) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/**
 * Gives forms that were joined or parted the same version, one above the highest that any of them had. A console names a lead by any of
 * its forms and by the version that it saw. So a version that was seen of one form is never the current version of another.
 */
export async function versionsAnew(trx: Trx, ids: readonly string[]): Promise<void> {
  const { highest } = await trx
    .selectFrom('leads')
    .select(({ fn }) => fn.max('version').as('highest'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('leads')
    .set({ version: Number(highest) + 1 })
    .where('id', 'in', ids)
    .execute();
}

/** Stores that no form of `ids` is of the same people as a form of `otherIds`. A pair that is stored already stays as it was. */
export async function insertApart(
  trx: Trx,
  ids: readonly string[],
  otherIds: readonly string[],
  by: { readonly at: Iso; readonly by_id: string | null },
): Promise<void> {
  const rows = ids.flatMap((id) =>
    otherIds.flatMap((other) => [
      { lead_id: id, other_id: other, ...by },
      { lead_id: other, other_id: id, ...by },
    ]),
  );
  await trx
    .insertInto('leads_apart')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const isBetween =
  (ids: readonly string[], otherIds: readonly string[]) =>
  ({ eb, or, and }: ExpressionBuilder<Tables, 'leads_apart'>) =>
    or([
      and([eb('lead_id', 'in', ids), eb('other_id', 'in', otherIds)]),
      and([eb('lead_id', 'in', otherIds), eb('other_id', 'in', ids)]),
    ]);

/** Whether `insertApart` has stored every pair of these forms, some of them, or none. */
export async function areApart(
  trx: Trx,
  ids: readonly string[],
  otherIds: readonly string[],
): Promise<'all' | 'some' | 'none'> {
  const stored = trx.selectFrom('leads_apart').select('lead_id').where(isBetween(ids, otherIds));
  const count = (await stored.execute()).length;
  if (count === 0) return 'none';
  return count === 2 * ids.length * otherIds.length ? 'all' : 'some';
}

/** Deletes what `insertApart` stored about these forms. */
export const deleteApart = (trx: Trx, ids: readonly string[], otherIds: readonly string[]) =>
  trx.deleteFrom('leads_apart').where(isBetween(ids, otherIds)).execute();

export const insertEvents = (trx: Trx, events: readonly Insertable<LeadEventTable>[]) =>
  trx.insertInto('lead_events').values(events).execute();

export const findEvent = (db: Reader, id: string) =>
  db.selectFrom('lead_events').selectAll().where('id', '=', id).executeTakeFirst();

/** What happened to these forms at the desk, the newest first. */
export const eventsOf = (db: Reader, leadIds: readonly string[], limit: number) =>
  db
    .selectFrom('lead_events')
    .selectAll()
    .where('lead_id', 'in', leadIds)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The notes about these forms, the oldest first. */
export async function notesOf(
  db: Reader,
  leadIds: readonly string[],
): Promise<{ readonly lead_id: string; readonly text: string }[]> {
  const rows = await db
    .selectFrom('lead_events')
    .select(['lead_id', 'detail'])
    .where('lead_id', 'in', leadIds)
    .where('kind', '=', 'note')
    .orderBy('at')
    .execute();
  return rows.map(({ lead_id, detail }) => ({ lead_id, text: (JSON.parse(detail) as { text: string }).text }));
}

/** Replaces the keys of forms. */
export async function putKeys(
  trx: Trx,
  forms: readonly { readonly id: string; readonly keys: readonly LeadKey[] }[],
): Promise<void> {
  const ids = idsOf(forms);
  await trx
    .deleteFrom('lead_keys')
    .where(isOneOf(trx, 'lead_id', ids))
    .execute();
  const keys = forms.flatMap((form) => form.keys.map(({ kind, value }) => [form.id, kind, value]));
  await sql`
    insert into lead_keys (lead_id, kind, value)
    select value ->> 0, value ->> 1, value ->> 2 from ${jsonRows(trx, keys)}`.execute(trx);
}

/** When the first of the open leads is due that are due after a time. */
export async function nextDue(db: Reader, after: Iso): Promise<Iso | undefined> {
  const next = await db
    .selectFrom('leads')
    .select('due_at')
    .where('joined_into_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('due_at', '>', after)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at;
}

/** The number of open leads that are due at or before a time, counted up to `most`. */
export async function countDue(db: Reader, at: string, most: number): Promise<number> {
  const late = await db
    .selectFrom('leads')
    .select('id')
    .where('joined_into_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('due_at', '<=', at)
    .limit(most)
    .execute();
  return late.length;
}
