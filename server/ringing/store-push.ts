import type { Insertable, Selectable } from 'kysely';
import type { Reader, Trx } from '#server/database/open.ts';
import { distinct, idsOf } from '#server/rows.ts';
import type { PushKeyTable, PushSubscriptionTable } from './tables.ts';

export type Subscription = Selectable<PushSubscriptionTable>;

export const findPushKeys = (db: Reader): Promise<Selectable<PushKeyTable> | undefined> =>
  db.selectFrom('push_keys').selectAll().where('id', '=', 'vapid').executeTakeFirst();

export const insertPushKeys = (trx: Trx, keys: Insertable<PushKeyTable>) =>
  trx.insertInto('push_keys').values(keys).execute();

export const deletePushKeys = (trx: Trx) => trx.deleteFrom('push_keys').execute();

export const deleteSubscriptions = (trx: Trx) => trx.deleteFrom('push_subscriptions').execute();

/** Stores a browser's subscription; the same endpoint again belongs to whoever subscribed last. */
export async function putSubscription(trx: Trx, row: Insertable<PushSubscriptionTable>): Promise<void> {
  const { person_id, session_id, endpoint, p256dh, auth, created_at } = row;
  await trx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({ person_id, session_id, endpoint, p256dh, auth, created_at }),
    )
    .execute();
}

export const subscriptionsOf = (db: Reader, personIds: readonly string[]): Promise<Subscription[]> =>
  db.selectFrom('push_subscriptions').selectAll().where('person_id', 'in', personIds).orderBy('created_at').execute();

/** Subscriptions as far as it takes to delete them. */
const ofSessions = (db: Reader) => db.selectFrom('push_subscriptions').select(['id', 'session_id']);

export const subscriptionsOfPerson = (db: Reader, personId: string) =>
  ofSessions(db).where('person_id', '=', personId).orderBy('created_at', 'desc').execute();

/**
 * Deletes subscriptions as they were read. The same browser may have subscribed meanwhile for another session, or for another person:
 * it keeps its row then, and its id.
 */
export async function deleteAsRead(
  db: Reader,
  read: readonly Pick<Subscription, 'id' | 'session_id'>[],
): Promise<void> {
  if (read.length === 0) return;
  const ids = idsOf(read);
  const sessions = distinct(read, 'session_id');
  await db.deleteFrom('push_subscriptions').where('id', 'in', ids).where('session_id', 'in', sessions).execute();
}

/** Deletes the subscription of an endpoint, if it is this person's. */
export const deleteOwnSubscription = (db: Reader, personId: string, endpointHash: string) =>
  db
    .deleteFrom('push_subscriptions')
    .where('person_id', '=', personId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();

/** Subscriptions after an id, for a sweep in slices. */
export const subscriptionsAfter = (db: Reader, after: string, limit: number) =>
  ofSessions(db).where('id', '>', after).orderBy('id').limit(limit).execute();
