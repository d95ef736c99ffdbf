import type { Selectable } from 'kysely';
import { countChanged, type Storage } from '#server/database/open.ts';
import { preparedInsert } from '#server/database/prepared.ts';
import type { DeskChangeTable } from './tables.ts';

type Database = Pick<Storage, 'db'>;

export type DeskChange = Selectable<DeskChangeTable>;

export const insertChange = preparedInsert('desk_changes', ['topic', 'about']);

/** The changes after a number, oldest first, at most `limit`. */
export const changesAfter = ({ db }: Database, seq: number, limit: number): Promise<DeskChange[]> =>
  db.selectFrom('desk_changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();

/** Those of the changes with these numbers that are there, oldest first. */
export const changesOf = async ({ db }: Database, seqs: readonly number[]): Promise<DeskChange[]> =>
  seqs.length === 0 ? [] : db.selectFrom('desk_changes').selectAll().where('seq', 'in', seqs).orderBy('seq').execute();

/** The number of the newest change; 0 when there is none. */
export async function newestChange({ db }: Database): Promise<number> {
  const newest = await db.selectFrom('desk_changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return newest?.seq ?? 0;
}

/** Deletes the oldest changes up to a number, at most `limit`. Returns the number of deleted changes. */
export async function deleteChanges({ db }: Database, upTo: number, limit: number): Promise<number> {
  const slice = db.selectFrom('desk_changes').select('seq').where('seq', '<=', upTo).orderBy('seq').limit(limit);
  return db.deleteFrom('desk_changes').where('seq', 'in', slice).$call(countChanged);
}
