/** The queries that write, list, give up and retry webhooks in the outbox. */
import type { UpdateObject } from 'kysely';
import { mintId } from '#contract/reference.ts';
import { countChanged, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { newestFirst, type Position } from '#server/paging.ts';
import { idsOf } from '#server/rows.ts';
import { type Condition, isIn, isUnfinished, isUnsent, writtenOut } from './conditions.ts';
import { messagesChanged } from './history.ts';
import { clearedLease, notLeasedAt } from './maintenance.ts';
import type { MessageKind } from './tables.ts';

/** A webhook to write. Its subject is the event, and its recipient the endpoint's id. */
interface NewPost {
  readonly kind: MessageKind;
  readonly subjectId: string;
  readonly recipient: string;
  readonly at: Iso;
}

/** Writes webhooks in the caller's transaction. Every server can send them, so none is held. Resolves to their ids. */
export async function insertPosts(trx: Trx, posts: readonly NewPost[]): Promise<string[]> {
  const rows = posts.map(({ kind, subjectId, recipient, at }) => ({
    id: mintId(),
    kind,
    channel: 'webhook' as const,
    subject_id: subjectId,
    recipient,
    state: 'waiting' as const,
    created_at: at,
    due_at: at,
  }));
  if (rows.length === 0) return [];
  await trx.insertInto('messages').values(rows).execute();
  await messagesChanged(trx, null, { countChanged: false, channel: 'webhook' });
  return idsOf(rows);
}

const postsTo = (db: Reader, recipient: string) =>
  db.selectFrom('messages').where('channel', '=', writtenOut('webhook')).where('recipient', '=', recipient);

/** The webhooks to an endpoint, in any state, the newest first. */
export const postsPage = (db: Reader, recipient: string, after: Position | undefined, limit: number) =>
  postsTo(db, recipient)
    .selectAll()
    .$call(newestFirst(['created_at', 'id'], after, limit))
    .execute();

/** The most subjects in one statement, because a database takes a limited number of values. */
const subjectsAtOnce = 500;

/**
 * Locks the webhooks about these subjects, in any state. Until the transaction ends, no worker begins to send one of them or writes its
 * result, and nobody replays one. The caller holds their endpoints. `isSending`: a worker is sending it now.
 */
export async function lockPosts(trx: Trx, subjectIds: readonly string[]) {
  const { lockRows } = dialectOf(trx);
  const found = [];
  for (let from = 0; from < subjectIds.length; from += subjectsAtOnce) {
    const posts = trx
      .selectFrom('messages')
      .select(['id', 'subject_id', 'attempts', 'lease_token'])
      .where('subject_id', 'in', subjectIds.slice(from, from + subjectsAtOnce))
      .where('channel', '=', writtenOut('webhook'))
      .orderBy('id');
    found.push(...(await lockRows(posts).execute()));
  }
  return found.map(({ lease_token, ...post }) => ({ ...post, isSending: lease_token !== null }));
}

/** One webhook to an endpoint; undefined when there is none with this id. */
export const findPost = (db: Reader, recipient: string, id: string) =>
  postsTo(db, recipient).selectAll().where('id', '=', id).executeTakeFirst();

/** The numbers of an endpoint's webhooks that wait and that failed, each counted up to `most`. */
export async function countPosts(db: Reader, recipient: string, most: number) {
  const count = async (condition: typeof isUnsent) =>
    (await postsTo(db, recipient).select('id').where(condition).limit(most).execute()).length;
  return { waiting: await count(isUnsent), failed: await count(isIn('failed')) };
}

/** The most webhooks that one statement gives up or retries. More may take so long that the connection counts as broken. */
export const mostPostsAtOnce = 1000;

/**
 * Changes the webhooks to an endpoint that match and that no worker is sending, at most `mostPostsAtOnce`. It locks them in the same order as
 * an erasure locks those about its record (`lockPosts`). Resolves to their number.
 */
async function changePosts(
  trx: Trx,
  { recipient, at, matches }: { readonly recipient: string; readonly at: Iso; readonly matches: Condition },
  values: UpdateObject<Tables, 'messages'>,
): Promise<number> {
  const matching = postsTo(trx, recipient).select('id').where(notLeasedAt(trx, at)).where(matches);
  const slice = matching.orderBy('due_at').limit(mostPostsAtOnce);
  const locked = dialectOf(trx).lockRows(matching.where('id', 'in', slice).orderBy('id'));
  const changed = await trx.updateTable('messages').set(values).where('id', 'in', locked).$call(countChanged);
  if (changed > 0) await messagesChanged(trx, null, { countChanged: false, channel: 'webhook' });
  return changed;
}

/** Marks webhooks that wait for an endpoint as failed (`changePosts`), so that they are not tried again. Resolves to their number. */
export const failPosts = (trx: Trx, recipient: string, reason: string, at: Iso): Promise<number> =>
  changePosts(
    trx,
    { recipient, at, matches: () => isUnsent },
    { state: 'failed', failed_at: at, last_error: reason, ...clearedLease },
  );

/**
 * Makes webhooks to an endpoint due at once (`changePosts`): the one with this id in any state, or those that failed and were not retried at
 * this time yet. Resolves to their number.
 */
export function retryPosts(
  trx: Trx,
  { recipient, id, at }: { readonly recipient: string; readonly id?: string | undefined; readonly at: Iso },
): Promise<number> {
  const anew = {
    state: 'waiting',
    attempts: 0,
    due_at: at,
    retried_at: at,
    failed_at: null,
    sent_at: null,
    expires_at: null,
  } as const;
  const matches: Condition = ({ and, eb }) =>
    id === undefined
      ? and([isUnfinished, isIn('failed'), eb('retried_at', 'is distinct from', at)])
      : eb('id', '=', id);
  return changePosts(trx, { recipient, at, matches }, anew);
}

const done = ['sent', 'failed', 'expired'] as const;

/** Deletes finished webhooks that were written before a time, at most `limit` of them. Resolves to their number. */
export async function deleteOldPosts(db: Reader, before: Iso, limit: number): Promise<number> {
  const isDone: Condition = ({ eb }) => eb('state', 'in', done.map(writtenOut));
  const old = db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', writtenOut('webhook'))
    .where('created_at', '<', before)
    .where(isDone)
    .orderBy('created_at')
    .limit(limit);
  // One that somebody replays, or whose record is erased at this moment, is left to the next time.
  return db.deleteFrom('messages').where('id', 'in', dialectOf(db).skipLocked(old)).where(isDone).$call(countChanged);
}
