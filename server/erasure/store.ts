import type { Insertable, Kysely, Selectable } from 'kysely';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { FileHead } from './erasures-file.ts';
import type { ErasureHeadTable, ErasureTable } from './tables.ts';

export type Erasure = Selectable<ErasureTable>;
export type ErasureHead = Selectable<ErasureHeadTable>;

/** Locks the head and reads it. Every erasure locks it first, so no two of them lock the same records in different orders. */
export const lockErasures = (trx: Trx): Promise<ErasureHead> =>
  dialectOf(trx)
    .lockRows(trx.selectFrom('erasure_heads').selectAll().where('id', '=', 'head'))
    .executeTakeFirstOrThrow();

/** The head as it is at this moment, without a lock. */
export const readErasureHead = (db: Reader): Promise<ErasureHead> =>
  db.selectFrom('erasure_heads').selectAll().where('id', '=', 'head').executeTakeFirstOrThrow();

/** The id of the database's file of erasures. Null when it has none, as a database of an earlier version, which a backup may meet. */
export async function fileIdOfDatabase(db: Kysely<Tables>): Promise<string | null> {
  const tables = await dialectOf(db).tables(db);
  const head = tables.find(({ name }) => name === 'erasure_heads');
  const namesFile = head?.columns.some(({ name }) => name === 'file_id') ?? false;
  return namesFile ? (await readErasureHead(db)).file_id : null;
}

export const moveErasures = (trx: Trx, { seq, seal }: FileHead) =>
  trx.updateTable('erasure_heads').set({ seq, seal }).where('id', '=', 'head').execute();

export const nameErasuresFile = (trx: Trx, fileId: string) =>
  trx.updateTable('erasure_heads').set({ file_id: fileId }).where('id', '=', 'head').execute();

export const insertErasure = (trx: Trx, erasure: Insertable<ErasureTable>) =>
  trx.insertInto('erasure_certificates').values(erasure).execute();

export const resealErasure = (trx: Trx, { id, seal, hash }: Pick<Erasure, 'id' | 'seal' | 'hash'>) =>
  trx.updateTable('erasure_certificates').set({ seal, hash }).where('id', '=', id).execute();

export const findErasure = (db: Reader, id: string): Promise<Erasure | undefined> =>
  db.selectFrom('erasure_certificates').selectAll().where('id', '=', id).executeTakeFirst();

/** All certificates after a number, in order. */
export const erasuresAfter = (db: Reader, seq: number): Promise<Erasure[]> =>
  db.selectFrom('erasure_certificates').selectAll().where('seq', '>', seq).orderBy('seq').execute();

/** The newest certificates first: of all, or of those before a number. */
export const newestErasures = (db: Reader, before: number | undefined, limit: number): Promise<Erasure[]> =>
  db
    .selectFrom('erasure_certificates')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
