import { type Expression, expressionBuilder, type Insertable, type Selectable } from 'kysely';
import { changesAny, countFound, inSlices, type Reader, type Trx } from '#server/database/open.ts';
import { perLimit, prepared } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { newestFirst } from '#server/paging.ts';
import { quoted } from '#server/sql-text.ts';
import type { AlertKind, AlertTable, AlertUnsent } from './tables.ts';

export type Alert = Selectable<AlertTable>;

/** Stores an alert. Returns false when there is one of this kind about this thing already. */
export const insertAlert = (trx: Trx, alert: Insertable<AlertTable>): Promise<boolean> =>
  trx
    .insertInto('alerts')
    .values(alert)
    .onConflict((conflict) => conflict.columns(['kind', 'about']).doNothing())
    .$call(changesAny);

/** Prepared because every server runs it each second. */
const preparedOpen = perLimit((limit) =>
  prepared((db) =>
    db.selectFrom('alerts').selectAll().where('handled_at', 'is', null).orderBy('raised_at').limit(limit),
  ),
);

/** Alerts that are not handled yet, oldest first. */
export const openAlerts = (db: Reader, limit: number): Promise<Alert[]> => preparedOpen(limit)(db);

export const markHandled = (trx: Trx, id: string, at: Iso, unsent: AlertUnsent | null) =>
  trx.updateTable('alerts').set({ handled_at: at, unsent }).where('id', '=', id).execute();

/** When the newest alert of a kind was raised before a time. */
export async function lastRaised(db: Reader, kind: AlertKind, until: Iso): Promise<Iso | undefined> {
  const ofKind = db.selectFrom('alerts').select('raised_at').where('kind', '=', kind).where('raised_at', '<', until);
  const query = ofKind.orderBy('raised_at', 'desc');
  return (await query.limit(1).executeTakeFirst())?.raised_at;
}

export const markUnsent = (trx: Trx, id: string, unsent: AlertUnsent) =>
  trx.updateTable('alerts').set({ unsent }).where('id', '=', id).execute();

/**
 * Selects the alerts of some kinds about a request, as a condition in a query over requests.
 *
 * @param requestId the column of the request's id
 * @param since a column or an expression: only alerts raised from that time on count
 */
export const alertsAbout = (
  kinds: readonly AlertKind[],
  requestId: Expression<string>,
  since: Expression<string | null>,
) =>
  expressionBuilder<Tables>()
    .selectFrom('alerts')
    .select('alerts.id')
    .where('alerts.request_id', '=', requestId)
    .where('alerts.kind', 'in', kinds)
    .where('alerts.raised_at', '>=', since);

/** The number of alerts since a time that were sent to nobody. */
export const countUnsent = (db: Reader, since: Iso): Promise<number> =>
  db.selectFrom('alerts').where('raised_at', '>', since).where('unsent', 'is not', null).$call(countFound);

/** Alerts, newest first. */
export const listAlerts = (db: Reader, limit: number): AsyncGenerator<Alert> =>
  inSlices<Alert>(limit, (rows, last) => {
    const position = last && { at: last.raised_at, id: last.id };
    return db
      .selectFrom('alerts')
      .selectAll()
      .$call(newestFirst(['raised_at', 'id'], position, rows))
      .execute();
  });

/** Statements that mark the alerts raised before a backup as handled, so that they are not sent. */
export const afterRestore = (restoredAt: Iso): string[] => [
  `update alerts set handled_at = ${quoted(restoredAt)} where handled_at is null`,
];

/** The alert with an id. Throws when there is none. */
export const getAlert = (db: Reader, id: string): Promise<Alert> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
