/** What finds and erases the links that went to a person, as rows. */
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { CodeLink } from './store-links.ts';

export const linksByIds = (db: Reader, ids: readonly string[]): Promise<CodeLink[]> =>
  db.selectFrom('code_links').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

export const newestLinks = (db: Reader, limit: number) =>
  db.selectFrom('code_links').select('id').orderBy('expires_at', 'desc').limit(limit).execute();

export const keepLinks = (trx: Trx, ids: readonly string[]) =>
  dialectOf(trx)
    .keepRows(trx.selectFrom('code_links').select(['id', 'dealership_id']).where('id', 'in', ids).orderBy('id'))
    .execute();

export const deleteLinksByIds = (trx: Trx, ids: readonly string[]) =>
  trx.deleteFrom('code_links').where('id', 'in', ids).execute();
