import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { inSlices, type Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { Channel } from '#server/outbox/tables.ts';
import { quoted } from '#server/sql-text.ts';
import type { AlertKind, AlertTable, AlertUnsent } from './tables.ts';

export type Reader = Storage['db'] | Transaction<Tables>;
export type Alert = Selectable<AlertTable>;

/** Stores an alert unless there is one of this kind about this thing. False when there is. */
export async function insertAlert(trx: Transaction<Tables>, alert: Insertable<AlertTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('alerts')
    .values(alert)
    .onConflict((conflict) => conflict.columns(['kind', 'about']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Alerts that nothing was done about yet, oldest first. */
export const openAlerts = (db: Reader, limit: number): Promise<Alert[]> =>
  db.selectFrom('alerts').selectAll().where('handled_at', 'is', null).orderBy('raised_at').limit(limit).execute();

export const markHandled = (trx: Transaction<Tables>, id: string, at: Iso, unsent: AlertUnsent | null) =>
  trx.updateTable('alerts').set({ handled_at: at, unsent }).where('id', '=', id).execute();

/** When the newest alert of a kind was raised before a time. */
export async function lastRaised(db: Reader, kind: AlertKind, until: Iso): Promise<Iso | undefined> {
  const ofKind = db.selectFrom('alerts').select('raised_at').where('kind', '=', kind).where('raised_at', '<', until);
  const query = ofKind.orderBy('raised_at', 'desc');
  return (await query.limit(1).executeTakeFirst())?.raised_at;
}

/** Messages that need a person and that the operator was not told of. */
const untold = (db: Reader, channel: Channel) =>
  db
    .selectFrom('messages')
    .select(['id', 'subject_id'])
    .where('state', '=', sql.lit('failed'))
    .where('failure_told_at', 'is', null)
    .where('channel', '=', channel);

export const untoldFailures = (db: Reader, channel: Channel, limit: number) =>
  untold(db, channel).where('kind', '<>', 'alert').limit(limit).execute();

/** Alerts' own messages that need a person, and whose alert was not sent another way yet. */
export const untoldAlertMessages = (db: Reader, channel: Channel, limit: number) =>
  untold(db, channel).where('kind', '=', 'alert').limit(limit).execute();

export const markTold = (trx: Transaction<Tables>, ids: readonly string[], at: Iso) =>
  trx.updateTable('messages').set({ failure_told_at: at }).where('id', 'in', ids).execute();

/** Whether an alert has messages of a channel. */
export async function wentBy(db: Reader, alertId: string, channel: Channel): Promise<boolean> {
  const query = db.selectFrom('messages').select('id').where('subject_id', '=', alertId).where('channel', '=', channel);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a message of an alert was sent, or may still be. */
export async function mayReach(db: Reader, alertId: string): Promise<boolean> {
  const ofAlert = db.selectFrom('messages').select('id').where('subject_id', '=', alertId);
  const query = ofAlert.where('state', 'in', ['waiting', 'unsure', 'sent']).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export const markUnsent = (trx: Transaction<Tables>, id: string, unsent: AlertUnsent) =>
  trx.updateTable('alerts').set({ unsent }).where('id', '=', id).execute();

/** How many alerts were given to a channel between two times. */
export async function countAlerts(db: Reader, channel: Channel, since: Iso, until: Iso): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.count<number>('subject_id').distinct().as('count'))
    .where('channel', '=', channel)
    .where('created_at', '>', since)
    .where('created_at', '<', until)
    .where('kind', '=', 'alert')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many alerts since a time were sent to nobody. */
export async function countUnsent(db: Reader, since: Iso): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('raised_at', '>', since)
    .where('unsent', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Alerts, newest first. */
export const listAlerts = (db: Reader, limit: number): AsyncGenerator<Alert> =>
  inSlices<Alert>(limit, (rows, last) => {
    let query = db.selectFrom('alerts').selectAll().orderBy('raised_at', 'desc').orderBy('id', 'desc').limit(rows);
    if (last) {
      const { raised_at, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('raised_at', 'id'), '<', tuple(raised_at, id)));
    }
    return query.execute();
  });

/** The statement by which nobody is sent what was raised before a backup. */
export const afterRestore = (restoredAt: Iso): string[] => [
  `update alerts set handled_at = ${quoted(restoredAt)} where handled_at is null`,
];
