/** Pages of the read API: how a list of changes is divided, and where the next page begins. Pure except for `read`. */
import { apiLimits } from '#contract/api.ts';
import { decodePosition, encodePosition, type Position, type Slice } from '#server/paging.ts';
import { isoBefore } from '#server/times.ts';

/**
 * The longest time from a change's timestamp until others can read it, including differences between the clocks of replicas. The
 * cursor after the last row of a list is never later than this before now, so that rows written meanwhile with an earlier time come
 * with the next page. When a page ends within that time and more rows follow, its cursor has the time from which the list is read
 * once more after its end.
 */
const settledAfterMs = 60_000;

const separator = '~';

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly updatedSince?: string | undefined;
  readonly limit?: string | undefined;
}

export interface Page<One> {
  readonly data: One[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** A position before every change. */
const beginning: Position = { at: '1970-01-01T00:00:00.000Z', id: '' };

/**
 * Reads one page of a list. Undefined when the cursor does not belong to the list.
 *
 * @param read reads at most `limit` rows after a position, in the order of their last change
 */
export async function pageOf<One extends { readonly id: string; readonly updatedAt: string }>(
  list: string,
  { cursor, updatedSince, limit: typed }: PageQuery,
  now: Date,
  read: (slice: Slice) => Promise<readonly One[]>,
): Promise<Page<One> | undefined> {
  const since = updatedSince && { at: new Date(updatedSince).toISOString(), id: '' };
  const [position = '', again] = cursor?.split(separator) ?? [];
  const from = cursor === undefined ? since || undefined : decodePosition(position, list);
  if (cursor !== undefined && !from) return undefined;
  if (again !== undefined && !decodePosition(encodePosition({ at: again, id: '' }))) return undefined;
  const limit = typed === undefined ? apiLimits.page : Number(typed);
  const rows = await read({ after: from, limit: limit + 1 });
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const reached = last ? { at: last.updatedAt, id: last.id } : (from ?? beginning);
  const hasMore = rows.length > limit;
  const settledAt = isoBefore(now, settledAfterMs);
  const backTo = again ?? (reached.at < settledAt ? undefined : settledAt);
  if (!hasMore) return { data, nextCursor: encodePosition(backTo ? { at: backTo, id: '' } : reached, list), hasMore };
  return { data, nextCursor: [encodePosition(reached, list), backTo ?? []].flat().join(separator), hasMore };
}
