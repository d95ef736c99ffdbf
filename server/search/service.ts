/**
 * Search in what people wrote, the same on both engines (docs/decisions/0062): a trigram index of FTS5 on SQLite, of pg_trgm on
 * PostgreSQL. A feature stores the text of a thing in the transaction that changes it, and asks for the things that match.
 */
import type { Expression, SqlBool, Transaction } from 'kysely';
import { dialectOf, isOneOf, type Reader } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { searchTermsOf, searchTextOf } from '#server/search-text.ts';
import { deleteText, hasIndex, idsWith, putTexts, textHas } from './store.ts';
import type { SearchKind } from './tables.ts';

export type { SearchKind } from './tables.ts';

/**
 * Stores what a search shall find a thing by, in place of what was stored of it.
 *
 * @param text as people wrote it, in any case; a part on each line. Digits that stand together in one line are also found as
 *   one number, however they are spaced.
 */
export const writeSearchText = (trx: Transaction<Tables>, kind: SearchKind, id: string, text: string): Promise<void> =>
  writeSearchTexts(trx, kind, [{ id, text }]);

/** The same for several things of a kind. */
export const writeSearchTexts = (
  trx: Transaction<Tables>,
  kind: SearchKind,
  texts: readonly { readonly id: string; readonly text: string }[],
): Promise<void> =>
  putTexts(
    trx,
    kind,
    texts.map(({ id, text }) => ({ id, text: searchTextOf(text) })),
  );

/** Lets no search find a thing any more. Its text leaves the database. */
export async function removeSearchText(trx: Transaction<Tables>, kind: SearchKind, id: string): Promise<void> {
  await deleteText(trx, kind, id);
}

/** What the operator is told when searches have no index; undefined when they have one. */
export const whyNoSearchIndex = async (db: Reader): Promise<string | undefined> =>
  (await hasIndex(db))
    ? undefined
    : 'Searches have no index, because the database user may not create pg_trgm. See "Data and backup" in docs/operating.md.';

/** A condition on the column that holds a thing's id, such as `leads.id`. */
export type Matching = (column: string) => Expression<SqlBool>;

/** With at most so many things found, they are read by their ids; with more, the list is read in its order until it is full. */
const mostIds = 500;

/** The ids of at most `limit` things that match what somebody typed, in no order; none when there is nothing to look for. */
export async function idsMatching(reads: Reader, kind: SearchKind, typed: string, limit: number): Promise<string[]> {
  const terms = searchTermsOf(typed);
  return terms.length === 0 ? [] : idsWith(reads, kind, terms, limit);
}

/**
 * The things that match what somebody typed: every word, in any order and case, with or without accents; a telephone number
 * in any spacing. A word of one or two symbols matches the beginning of a word, a longer one any part.
 *
 *     const found = await matching(storage.reads, 'lead', search);
 *     const rows = await query.$if(found !== undefined, (all) => all.where(found('leads.id')))
 *
 * @returns undefined when there is nothing to look for, so everything matches
 */
export async function matching(reads: Reader, kind: SearchKind, typed: string): Promise<Matching | undefined> {
  const terms = searchTermsOf(typed);
  if (terms.length === 0) return undefined;
  const ids = await idsWith(reads, kind, terms, mostIds + 1);
  if (ids.length <= mostIds) return (column) => isOneOf(dialectOf(reads), column, ids);
  return (column) => textHas(reads, column, kind, terms);
}
