import { expressionBuilder, type Insertable, type Selectable, type Updateable } from 'kysely';
import { changesAny, countChanged, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { lockPosts } from '#server/outbox/service.ts';
import { idsOf, valuesBy } from '#server/rows.ts';
import type { WebhookEndpointTable, WebhookEventTable, WebhookTryTable } from './tables.ts';

export type Endpoint = Selectable<WebhookEndpointTable>;
export type Event = Selectable<WebhookEventTable>;
export type Try = Selectable<WebhookTryTable>;

/** The endpoints that get events. Read in the transaction of each event. */
export const openEndpoints = prepared((db) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null),
);

/** The endpoints that get no more: disabled or removed. */
export const closedEndpoints = (db: Reader) =>
  db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where(({ or, eb }) => or([eb('disabled_at', 'is not', null), eb('removed_at', 'is not', null)]))
    .execute();

const present = (db: Reader) => db.selectFrom('webhook_endpoints').selectAll().where('removed_at', 'is', null);

export const allEndpoints = (db: Reader): Promise<Endpoint[]> =>
  present(db).orderBy('created_at').orderBy('id').execute();

export const findEndpoint = (db: Reader, id: string): Promise<Endpoint | undefined> =>
  present(db).where('id', '=', id).executeTakeFirst();

/** An endpoint, also a removed one. */
export const findEvenRemoved = (db: Reader, id: string): Promise<Endpoint | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();

/** The names of endpoints by id, including removed ones. */
export async function endpointNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('webhook_endpoints').select(['id', 'name']).where('id', 'in', ids).execute();
  return valuesBy(rows, 'id', 'name');
}

/** Locks endpoints, also removed ones. In the order of locks they come before their deliveries. */
const lockEndpoints = (trx: Trx, { id }: { readonly id?: string } = {}): Promise<Endpoint[]> =>
  dialectOf(trx)
    .lockRows(
      trx
        .selectFrom('webhook_endpoints')
        .selectAll()
        .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
        .orderBy('id'),
    )
    .execute();

/** Reads and locks an endpoint. Undefined for a removed one, which is locked too, because its deliveries may still be given up. */
export const lockEndpoint = async (trx: Trx, id: string): Promise<Endpoint | undefined> =>
  (await lockEndpoints(trx, { id })).find(({ removed_at }) => removed_at === null);

export const insertEndpoint = (trx: Trx, row: Insertable<WebhookEndpointTable>) =>
  trx.insertInto('webhook_endpoints').values(row).execute();

export const updateEndpoint = (trx: Trx, id: string, values: Updateable<WebhookEndpointTable>) =>
  trx.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute();

export const insertEvent = (trx: Trx, event: Insertable<WebhookEventTable>) =>
  trx.insertInto('webhook_events').values(event).execute();

export const findEvent = (db: Reader, id: string): Promise<Event | undefined> =>
  db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirst();

/** Events by id. Deleted ones are left out. */
export async function eventsByIds(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Event>> {
  const rows = await db.selectFrom('webhook_events').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((event) => [event.id, event]));
}

export const insertTry = (trx: Trx, row: Insertable<WebhookTryTable>) =>
  trx.insertInto('webhook_tries').values(row).execute();

/** The tries of a delivery, the oldest first. */
export const triesOf = (db: Reader, messageId: string, limit: number): Promise<Try[]> =>
  db.selectFrom('webhook_tries').selectAll().where('message_id', '=', messageId).orderBy('seq').limit(limit).execute();

/** The result text of a try that was under way when its record was erased, until the real result is known. */
const erasedInMidSend = 'The record was erased while this was being sent.';

/** The try of a delivery that was under way when its record was erased. Nothing that was sent is kept of it. */
const erasedTries = (messageId: string, attempt: number) =>
  expressionBuilder<Tables, 'webhook_tries'>().and({ message_id: messageId, attempt, said: erasedInMidSend });

/** Writes the result of a try whose record was erased while it was under way. False for any other try. */
export const endErasedTry = (
  trx: Trx,
  { message_id, attempt, request_body: _, answer: __, ...result }: Insertable<WebhookTryTable>,
): Promise<boolean> =>
  trx.updateTable('webhook_tries').set(result).where(erasedTries(message_id, attempt)).$call(changesAny);

/** Blanks what was sent and answered about some records, also by tries that are under way. The tries stay, with time and result. */
export async function blankTriesAbout(trx: Trx, subjectIds: readonly string[], at: Iso): Promise<void> {
  const events = await trx.selectFrom('webhook_events').select('id').where('subject_id', 'in', subjectIds).execute();
  if (events.length === 0) return;
  await lockEndpoints(trx);
  const posts = await lockPosts(trx, idsOf(events));
  for (const { id, subject_id, attempts: attempt } of posts.filter(({ isSending }) => isSending)) {
    const known = trx.selectFrom('webhook_tries').select('seq').where(erasedTries(id, attempt));
    if (await known.executeTakeFirst()) continue;
    const said = erasedInMidSend;
    await insertTry(trx, { message_id: id, event_id: subject_id, at, attempt, result: 'unsure', said });
  }
  await trx
    .updateTable('webhook_tries')
    .set({ request_body: null, answer: null })
    .where('event_id', 'in', trx.selectFrom('webhook_events').select('id').where('subject_id', 'in', subjectIds))
    .execute();
}

/** Deletes tries from before a time, at most `limit`. Returns how many. */
export async function deleteOldTries(db: Reader, before: Iso, limit: number): Promise<number> {
  const old = db.selectFrom('webhook_tries').select('seq').where('at', '<', before).orderBy('at').limit(limit);
  return db.deleteFrom('webhook_tries').where('seq', 'in', old).$call(countChanged);
}

/** Deletes events from before a time, at most `limit`. Returns how many. */
export async function deleteOldEvents(db: Reader, before: Iso, limit: number): Promise<number> {
  const old = db.selectFrom('webhook_events').select('id').where('at', '<', before).orderBy('at').limit(limit);
  return db.deleteFrom('webhook_events').where('id', 'in', old).$call(countChanged);
}
