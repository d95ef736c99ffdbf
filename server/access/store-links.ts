/** Links to access codes as rows. */
import type { Insertable, Selectable, UpdateObject } from 'kysely';
import { changesAny, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { distinct, idsOf, valuesBy } from '#server/rows.ts';
import type { CodeLinkTable } from './tables.ts';

export type CodeLink = Selectable<CodeLinkTable>;

const links = (db: Reader) => db.selectFrom('code_links').selectAll();

/** Changes only links that were neither used nor ended. */
const updateUnused = (trx: Trx) =>
  trx.updateTable('code_links').where('used_at', 'is', null).where('ended_at', 'is', null);

export const insertLink = (trx: Trx, link: Insertable<CodeLinkTable>) =>
  trx.insertInto('code_links').values(link).execute();

export const findLinkByToken = (db: Reader, tokenHash: string): Promise<CodeLink | undefined> =>
  links(db).where('token_hash', '=', tokenHash).executeTakeFirst();

export const findLink = (db: Reader, id: string): Promise<CodeLink | undefined> =>
  links(db).where('id', '=', id).executeTakeFirst();

/** The newest link of a dealership. */
export const newestLink = (db: Reader, dealershipId: string): Promise<CodeLink | undefined> =>
  links(db)
    .where('dealership_id', '=', dealershipId)
    .orderBy('created_at', 'desc')
    // Of those sent at the same instant one still works.
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The links that nobody used, of dealerships; each can still be used. */
export const openLinksOf = (db: Reader, dealershipIds: readonly string[], at: Iso): Promise<CodeLink[]> =>
  links(db)
    .where('dealership_id', 'in', dealershipIds)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();

/**
 * Shortens links that work for longer than a link can, because they were made while the clock was ahead. A link that another
 * transaction has locked is left to the next run.
 */
export async function shortenLinks(trx: Trx, to: Iso, longerThan: Iso): Promise<void> {
  const long = trx.selectFrom('code_links').select('id').where('expires_at', '>', longerThan);
  await trx
    .updateTable('code_links')
    .set({ expires_at: to })
    .where('id', 'in', dialectOf(trx).skipLocked(long))
    .execute();
}

export const endLink = (trx: Trx, id: string, at: Iso) =>
  trx.updateTable('code_links').set({ ended_at: at }).where('id', '=', id).where('used_at', 'is', null).execute();

/** Ends every link that nobody used. */
export const endEveryLink = (trx: Trx, at: Iso) => updateUnused(trx).set({ ended_at: at }).execute();

/** Uses a link up. False when it does not work any more: of two at once one uses it. */
export const spendLink = (trx: Trx, id: string, at: Iso, claimHash: string): Promise<boolean> =>
  updateUnused(trx)
    .set({ used_at: at, claim_hash: claimHash })
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .$call(changesAny);

/** Writes which code a link made. */
export const writeCodeOfLink = (
  trx: Trx,
  id: string,
  made: Pick<UpdateObject<Tables, 'code_links'>, 'code_id' | 'earlier_holds_until'>,
) => trx.updateTable('code_links').set(made).where('id', '=', id).execute();

/** The dealerships of links that ran out before a time. */
export async function ownersOfOldLinks(db: Reader, before: Iso): Promise<string[]> {
  const old = db.selectFrom('code_links').select('dealership_id').distinct().where('expires_at', '<', before);
  return distinct(await old.execute(), 'dealership_id');
}

/** Deletes links that ran out before a time, but those of some dealerships. */
export const deleteLinks = (db: Reader, before: Iso, but: readonly string[]) =>
  db.deleteFrom('code_links').where('expires_at', '<', before).where('dealership_id', 'not in', but).execute();

/** Deletes every link to a code that was sent to dealerships. Their ids. */
export async function deleteLinksOf(trx: Trx, dealershipIds: readonly string[]): Promise<string[]> {
  return idsOf(
    await trx.deleteFrom('code_links').where('dealership_id', 'in', dealershipIds).returning('id').execute(),
  );
}

/** The dealerships that these links are for; an id that is no link's has no entry. */
export async function dealershipsOfLinks(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const links = db.selectFrom('code_links').select(['id', 'dealership_id']).where('id', 'in', ids);
  return valuesBy(await links.execute(), 'id', 'dealership_id');
}

/** The links with these ids, the oldest first. */
export const linksByIds = (db: Reader, ids: readonly string[]): Promise<CodeLink[]> =>
  links(db).where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

/** The ids of the links that run out last. */
export const newestLinks = (db: Reader, limit: number) =>
  db.selectFrom('code_links').select('id').orderBy('expires_at', 'desc').limit(limit).execute();

/** Locks links in the order of their ids, and says whose codes they make. */
export const lockLinks = (trx: Trx, ids: readonly string[]) =>
  dialectOf(trx)
    .lockRows(trx.selectFrom('code_links').select(['id', 'dealership_id']).where('id', 'in', ids).orderBy('id'))
    .execute();

export const deleteLinksByIds = (trx: Trx, ids: readonly string[]) =>
  trx.deleteFrom('code_links').where('id', 'in', ids).execute();
