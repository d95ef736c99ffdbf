import type { Insertable, Selectable } from 'kysely';
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { ChainEntry, Head } from './chain.ts';
import type { AuditCheckpointTable, AuditEntryTable } from './tables.ts';

/** A stored entry with its subjects. */
export type StoredEntry = ChainEntry & Pick<Selectable<AuditEntryTable>, 'hash'>;
export type Checkpoint = Selectable<AuditCheckpointTable>;

const all = (db: Reader) => db.selectFrom('audit_entries').selectAll();
const numbers = (db: Reader) => db.selectFrom('audit_entries').select('seq');

/** Locks the head and reads it. A transaction must lock it last (`server/database/tables.ts`). */
export const lockHead = (trx: Trx) =>
  dialectOf(trx)
    .lockRows(trx.selectFrom('audit_heads').selectAll().where('id', '=', 'head'))
    .executeTakeFirstOrThrow();

/** The head; undefined when somebody deleted the row. */
export const readHead = (db: Reader): Promise<Head | undefined> =>
  db.selectFrom('audit_heads').select(['seq', 'hash']).where('id', '=', 'head').executeTakeFirst();

const moveHead = (trx: Trx, { seq, hash }: Head) =>
  trx.updateTable('audit_heads').set({ seq, hash }).where('id', '=', 'head').execute();

/** Adds an entry with its subjects, and moves the head to it. */
export async function insertEntry(
  trx: Trx,
  entry: Insertable<AuditEntryTable>,
  about: ChainEntry['about'],
): Promise<void> {
  await trx.insertInto('audit_entries').values(entry).execute();
  const rows = about.map(({ kind, id }) => ({ seq: entry.seq, kind, subject_id: id }));
  if (rows.length > 0) await trx.insertInto('audit_subjects').values(rows).execute();
  await moveHead(trx, entry);
}

async function withSubjects(db: Reader, entries: readonly Selectable<AuditEntryTable>[]): Promise<StoredEntry[]> {
  if (entries.length === 0) return [];
  const seqs = entries.map(({ seq }) => seq);
  const subjects = await db.selectFrom('audit_subjects').selectAll().where('seq', 'in', seqs).execute();
  const bySeq = Map.groupBy(subjects, ({ seq }) => seq);
  return entries.map((entry) => ({
    ...entry,
    about: (bySeq.get(entry.seq) ?? []).map(({ kind, subject_id }) => ({ kind, id: subject_id })),
  }));
}

/** The entries after a number, in the order of the chain. */
export async function entriesAfter(db: Reader, seq: number, limit: number): Promise<StoredEntry[]> {
  return withSubjects(db, await all(db).where('seq', '>', seq).orderBy('seq').limit(limit).execute());
}

/** Which entries to list. All given conditions must hold. */
export interface AuditFilter {
  /** A person's id; null for commands and the server. */
  readonly by?: string | null | undefined;
  readonly action?: AuditAction | undefined;
  /** Actions to leave out. */
  readonly but?: readonly AuditAction[] | undefined;
  readonly kind?: AuditKind | undefined;
  /** Used together with `kind`. */
  readonly id?: string | undefined;
  readonly from?: Iso | undefined;
  readonly before?: Iso | undefined;
}

/** The number of the newest entry from before a time. Entries are in time order, but for differences of the replicas' clocks. */
const newestBefore = (db: Reader, at: Iso) =>
  numbers(db).where('at', '<', at).orderBy('at', 'desc').orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** How many entries beyond each end of a span are also checked for their times. */
const clockSlack = 1000;

/** Entries, the newest first: at most `limit`, from before the number `cursor`. */
export async function listEntries(
  db: Reader,
  { by, action, but, kind, id, from, before }: AuditFilter,
  { cursor, limit }: { readonly cursor: number | undefined; readonly limit: number },
): Promise<StoredEntry[]> {
  let query = all(db).orderBy('seq', 'desc').limit(limit);
  if (cursor !== undefined) query = query.where('seq', '<', cursor);
  if (by !== undefined) query = query.where('by_id', by === null ? 'is' : '=', by);
  if (action !== undefined) query = query.where('action', '=', action);
  if (but !== undefined && but.length > 0) query = query.where('action', 'not in', but);
  if (kind !== undefined) {
    query = query.where('seq', 'in', (nested) => {
      const subjects = nested.selectFrom('audit_subjects').select('seq').where('kind', '=', kind);
      return id === undefined ? subjects : subjects.where('subject_id', '=', id);
    });
  }
  if (before !== undefined) {
    const newest = await newestBefore(db, before);
    if (!newest) return [];
    query = query.where('seq', '<=', newest.seq).where('at', '<', before);
  }
  if (from !== undefined) {
    const older = await newestBefore(db, from);
    if (older) query = query.where('seq', '>', older.seq);
    query = query.where('at', '>=', from);
  }
  return withSubjects(db, await query.execute());
}

interface SeeingQuery {
  readonly actions: readonly AuditAction[];
  readonly from: Iso;
  readonly before: Iso;
  readonly after: number;
  readonly limit: number;
}

/**
 * Entries of some actions from a time on and before another, after a number, in the order of the chain. Replicas' clocks may
 * differ, so some entries around the span are read and checked as well.
 */
export async function seeingEntries(
  db: Reader,
  { actions, from, before, after, limit }: SeeingQuery,
): Promise<StoredEntry[]> {
  const [older, newest] = [await newestBefore(db, from), await newestBefore(db, before)];
  if (!newest) return [];
  const entries = await all(db)
    .where('seq', '>', Math.max(after, (older?.seq ?? 0) - clockSlack))
    .where('seq', '<=', newest.seq + clockSlack)
    .where('at', '>=', from)
    .where('at', '<', before)
    .where('action', 'in', actions)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return withSubjects(db, entries);
}

/** Who did one thing with a record: how often, first and last, the most recent first. */
export const countByPerson = (
  db: Reader,
  about: { readonly kind: AuditKind; readonly id: string },
  action: AuditAction,
  limit: number,
) =>
  db
    .selectFrom('audit_subjects')
    .innerJoin('audit_entries', 'audit_entries.seq', 'audit_subjects.seq')
    .select(({ fn }) => [
      'by_id',
      fn.countAll<number>().as('times'),
      fn.min('at').as('first_at'),
      fn.max('at').as('last_at'),
    ])
    .where('audit_subjects.kind', '=', about.kind)
    .where('audit_subjects.subject_id', '=', about.id)
    .where('audit_entries.action', '=', action)
    .groupBy('by_id')
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute();

/** The checkpoint up to which the log was pruned or begun anew; undefined when there is none. */
export const newestCheckpoint = (db: Reader): Promise<Checkpoint | undefined> =>
  db.selectFrom('audit_checkpoints').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Whether entries at the beginning were pruned, or can no longer be checked because the key was changed. */
export const isAuditPruned = async (db: Reader): Promise<boolean> => (await newestCheckpoint(db)) !== undefined;

/** The number of the last entry for which it and all entries before it are older than a time. */
export async function lastOlderThan(db: Reader, at: Iso): Promise<number> {
  const first = await numbers(db).where('at', '>=', at).orderBy('seq').limit(1).executeTakeFirst();
  if (first) return first.seq - 1;
  return (await readHead(db))?.seq ?? 0;
}

/** Deletes the oldest entries up to a number, at most `limit`. Undefined when there are none. */
export async function deleteOldest(
  trx: Trx,
  through: number,
  limit: number,
): Promise<{ readonly last: Head; readonly count: number } | undefined> {
  const rows = await trx
    .selectFrom('audit_entries')
    .select(['seq', 'hash'])
    .where('seq', '<=', through)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  if (!last) return undefined;
  await trx.deleteFrom('audit_entries').where('seq', '<=', last.seq).execute();
  return { last, count: rows.length };
}

/** Replaces the earlier checkpoints. */
export async function replaceCheckpoint(trx: Trx, checkpoint: Checkpoint): Promise<void> {
  await trx.deleteFrom('audit_checkpoints').execute();
  await trx.insertInto('audit_checkpoints').values(checkpoint).execute();
}

/** Keeps a head for the mails that carry it, and notes that it was mailed. */
export async function insertAnchor(trx: Trx, id: string, { seq, hash }: Head, at: Iso): Promise<void> {
  await trx.insertInto('audit_anchors').values({ id, seq, hash, made_at: at }).execute();
  await trx.updateTable('audit_heads').set({ mailed_at: at, mailed_seq: seq }).where('id', '=', 'head').execute();
}

export const getAnchor = (db: Reader, id: string) =>
  db.selectFrom('audit_anchors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** How many entries are older than a time, up to `most`. It is computed from the numbers of entries, without reading them. */
export async function countOlderThan(db: Reader, at: Iso, most: number): Promise<number> {
  const through = await lastOlderThan(db, at);
  const oldest = await numbers(db).orderBy('seq').limit(1).executeTakeFirst();
  return oldest ? Math.min(most, Math.max(0, through - oldest.seq + 1)) : 0;
}
