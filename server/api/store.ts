import type { Insertable, Selectable } from 'kysely';
import { changesAny, countFound, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { valuesBy } from '#server/rows.ts';
import type { ApiTokenTable } from './tables.ts';

export type ApiToken = Selectable<ApiTokenTable>;

/** Every token, newest first, including ended ones. */
export const allTokens = (db: Reader, limit: number): Promise<ApiToken[]> =>
  db.selectFrom('api_tokens').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

export const insertToken = (trx: Trx, row: Insertable<ApiTokenTable>) =>
  trx.insertInto('api_tokens').values(row).execute();

export const findByHash = (db: Reader, hash: string): Promise<ApiToken | undefined> =>
  db.selectFrom('api_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

export const findToken = (db: Reader, id: string): Promise<ApiToken | undefined> =>
  db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirst();

/** A token that nobody can revoke until the transaction ends. */
export const lockTokenShared = (trx: Trx, id: string): Promise<ApiToken | undefined> =>
  dialectOf(trx)
    .shareRows(trx.selectFrom('api_tokens').selectAll().where('id', '=', id), 'api_tokens')
    .executeTakeFirst();

/** The number of valid tokens at a time. */
export const countLive = (db: Reader, at: Iso): Promise<number> =>
  db.selectFrom('api_tokens').where('revoked_at', 'is', null).where('expires_at', '>', at).$call(countFound);

/** Revokes a token. False when it is revoked already, or there is none. */
export const revokeToken = (trx: Trx, id: string, at: Iso): Promise<boolean> =>
  trx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$call(changesAny);

/** Stores that a token was used. False when a use since a time is stored. */
export const noteUse = (
  trx: Trx,
  id: string,
  { at, since }: { readonly at: Iso; readonly since: Iso },
): Promise<boolean> =>
  trx
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', since)]))
    .$call(changesAny);

/** The names of tokens by their ids. */
export async function tokenNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('api_tokens').select(['id', 'name']).where('id', 'in', ids).execute();
  return valuesBy(rows, 'id', 'name');
}
