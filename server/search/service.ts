/**
 * Full-text search, the same on both engines (docs/decisions/0062): a trigram index of FTS5 on SQLite, of pg_trgm on PostgreSQL. A
 * feature stores the text of a thing in the transaction that changes it, and asks for matching things.
 */
import type { Expression, SqlBool } from 'kysely';
import { searchTermsOf, searchTextOf, spellingsOf, wordsOf } from '#contract/desk/search-text.ts';
import { isOneOf, type Reader, type Trx } from '#server/database/open.ts';
import { hasIndex, idsWith, putTexts, textHas } from './store.ts';
import type { SearchKind } from './tables.ts';

export { removeSearchText } from './store.ts';
export type { SearchKind } from './tables.ts';

/**
 * Stores the text by which a search finds a thing, and replaces its earlier text.
 *
 * @param text as people wrote it, in any case, with each part on a line. Digits that are next to each other in one line are also
 * found as one number, however they are spaced.
 */
export const writeSearchText = (trx: Trx, kind: SearchKind, id: string, text: string): Promise<void> =>
  writeSearchTexts(trx, kind, [{ id, text }]);

/** Does the same for several things of a kind. */
export const writeSearchTexts = (
  trx: Trx,
  kind: SearchKind,
  texts: readonly { readonly id: string; readonly text: string }[],
): Promise<void> =>
  putTexts(
    trx,
    kind,
    texts.map(({ id, text }) => ({ id, text: searchTextOf(text) })),
  );

/** The message to the operator when searches have no index; undefined when they have one. */
export const whyNoSearchIndex = async (db: Reader): Promise<string | undefined> =>
  (await hasIndex(db))
    ? undefined
    : 'Searches have no index, because the extension pg_trgm is missing or in a schema outside of the search_path. See "PostgreSQL, and several servers" in docs/operating.md.';

/** A condition on the column with a thing's id, such as `leads.id`. */
export type Matching = (column: string) => Expression<SqlBool>;

/** Up to this many matches are read by their ids. With more, the list is read in its order until it is full. */
const mostIds = 500;

/**
 * The ids of at most `limit` things that match the typed text, in no order; none when the text is empty. An apostrophe may be typed
 * in any way or left out.
 */
export async function idsMatching(reads: Reader, kind: SearchKind, typed: string, limit: number): Promise<string[]> {
  const terms = searchTermsOf(typed).map(spellingsOf);
  return terms.length === 0 ? [] : idsWith(reads, kind, terms, limit);
}

/**
 * The things that match the typed text: every word, in any order and case, with or without accents; a telephone number in any
 * spacing; a name also where it is written as two words. A word of one or two symbols matches the beginning of a word, a longer one any part.
 *
 *     const found = await matching(storage.reads, 'lead', search);
 *     const rows = await query.$if(found !== undefined, (all) => all.where(found('leads.id')))
 *
 * @returns undefined when the text is empty, so that everything matches
 */
export async function matching(reads: Reader, kind: SearchKind, typed: string): Promise<Matching | undefined> {
  const terms = searchTermsOf(typed).map(wordsOf);
  if (terms.length === 0) return undefined;
  const ids = await idsWith(reads, kind, terms, mostIds + 1);
  if (ids.length <= mostIds) return (column) => isOneOf(reads, column, ids);
  return (column) => textHas(reads, column, kind, terms);
}
