/** The rows of sweeps and legal holds. */
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import { changesAny, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst, type Position } from '#server/paging.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { holdFacts } from './retention.ts';
import type { LegalHoldTable, RecordSweepTable, SweepDoubt } from './tables.ts';

/** Numbers of records by kind. */
export type Counts = Readonly<Record<string, number>>;

export type Hold = Selectable<LegalHoldTable>;

export interface Sweep extends Omit<Selectable<RecordSweepTable>, 'planned' | 'foreseen' | 'taken' | 'kept'> {
  readonly planned: Counts;
  readonly foreseen: Counts;
  readonly taken: Counts;
  readonly kept: Counts;
}

const read = ({ planned, foreseen, taken, kept, ...row }: Selectable<RecordSweepTable>): Sweep => ({
  ...row,
  planned: JSON.parse(planned) as Counts,
  foreseen: JSON.parse(foreseen) as Counts,
  taken: JSON.parse(taken) as Counts,
  kept: JSON.parse(kept) as Counts,
});

/** The sweep of a night; undefined when none has begun. */
export async function findNight(db: Reader, night: string): Promise<Sweep | undefined> {
  const row = await db.selectFrom('record_sweeps').selectAll().where('night', '=', night).executeTakeFirst();
  return row && read(row);
}

/** The sweeps that began up to a time, newest first. A sweep that a wrong clock began in the future is left out. */
const sweepsUntil = (db: Reader, until: Iso, limit: number) =>
  db
    .selectFrom('record_sweeps')
    .selectAll()
    .where('started_at', '<=', until)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit);

/** The newest sweeps that began up to a time, at most `limit`. */
export const newestSweeps = async (db: Reader, until: Iso, limit: number): Promise<Sweep[]> =>
  (await sweepsUntil(db, until, limit).execute()).map(read);

/**
 * The newest finished sweep that began up to a time. A sweep whose server died is left out: it may not have counted, or not have
 * checked whether the sweep before it waits for an admin.
 */
export async function lastEnded(db: Reader, until: Iso): Promise<Sweep | undefined> {
  const row = await sweepsUntil(db, until, 1).where('ended_at', 'is not', null).executeTakeFirst();
  return row && read(row);
}

/** The end of a lease, by the clock that the servers share (`commonTime`). */
type LeaseEnd = RawBuilder<Iso>;

/** Begins a night's sweep. False when another server has begun it. */
export const insertSweep = (
  trx: Trx,
  sweep: Pick<Insertable<RecordSweepTable>, 'id' | 'night' | 'started_at' | 'lease_token'> & {
    readonly lease_until: LeaseEnd;
  },
): Promise<boolean> =>
  trx
    .insertInto('record_sweeps')
    .values({ ...sweep, planned: '{}', foreseen: '{}', taken: '{}', kept: '{}' })
    .onConflict((conflict) => conflict.column('night').doNothing())
    .$call(changesAny);

/** Claims a sweep whose server is gone. False when another server has claimed it, or it is finished. */
export const claimStaleSweep = (
  trx: Trx,
  id: string,
  { at, leaseUntil, token }: { readonly at: Iso; readonly leaseUntil: LeaseEnd; readonly token: string },
): Promise<boolean> =>
  trx
    .updateTable('record_sweeps')
    .set({ lease_until: leaseUntil, lease_token: token })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('lease_until', '<', dialectOf(trx).commonTime(at))
    .$call(changesAny);

export interface SweepPatch {
  readonly leaseUntil: LeaseEnd;
  readonly planned?: Counts;
  readonly foreseen?: Counts;
  readonly taken?: Counts;
  readonly kept?: Counts;
  readonly doubt?: SweepDoubt;
  readonly endedAt?: Iso;
}

/** Writes the progress of a sweep, for the server that has its lease. False when another server has the lease now. */
export async function writeSweep(trx: Trx, id: string, token: string, patch: SweepPatch): Promise<boolean> {
  const { leaseUntil, planned, foreseen, taken, kept, doubt, endedAt } = patch;
  return trx
    .updateTable('record_sweeps')
    .set({
      lease_until: leaseUntil,
      ...(planned && { planned: JSON.stringify(planned) }),
      ...(foreseen && { foreseen: JSON.stringify(foreseen) }),
      ...(taken && { taken: JSON.stringify(taken) }),
      ...(kept && { kept: JSON.stringify(kept) }),
      ...(doubt && { doubt }),
      ...(endedAt && { ended_at: endedAt }),
    })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .where('ended_at', 'is', null)
    .$call(changesAny);
}

/** Forgets the sweeps that only reported and began after a time: their clock was ahead, and on that day they would seem to wait. */
export const dropDoubtsAfter = (trx: Trx, until: Iso) =>
  trx.deleteFrom('record_sweeps').where('started_at', '>', until).where('doubt', 'is not', null).execute();

/** Confirms what a sweep has reported. False when the sweep did not only report, or is confirmed already. */
export const confirmSweep = (trx: Trx, id: string, byId: string | null, at: Iso): Promise<boolean> =>
  trx
    .updateTable('record_sweeps')
    .set({ confirmed_at: at, confirmed_by_id: byId })
    .where('id', '=', id)
    .where('doubt', 'is not', null)
    .where('ended_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .$call(changesAny);

const allHolds = (db: Reader) => db.selectFrom('legal_holds').selectAll();

export const insertHold = (trx: Trx, hold: Insertable<LegalHoldTable>) =>
  trx.insertInto('legal_holds').values(hold).execute();

export const findHold = (db: Reader, id: string): Promise<Hold | undefined> =>
  allHolds(db).where('id', '=', id).executeTakeFirst();

/** Ends a hold. False when it has ended already. */
export const endHold = (trx: Trx, id: string, byId: string | null, at: Iso): Promise<boolean> =>
  trx
    .updateTable('legal_holds')
    .set({ ended_at: at, ended_by_id: byId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$call(changesAny);

/** The standing holds, newest first. */
export const standingHolds = (db: Reader, limit: number): Promise<Hold[]> =>
  allHolds(db).where('ended_at', 'is', null).orderBy('set_at', 'desc').orderBy('id').limit(limit).execute();

/** Every hold, including ended ones, newest first. */
export const everyHold = (db: Reader): Promise<Hold[]> =>
  allHolds(db).orderBy('set_at', 'desc').orderBy('id').execute();

/**
 * The holds that were set on one thing, including ended ones, newest first.
 *
 * @param further the ids of other holds, which are listed as well
 */
export const holdsOn = (
  db: Reader,
  kind: Hold['kind'],
  subjectId: string,
  further: readonly string[],
  limit: number,
): Promise<Hold[]> =>
  allHolds(db)
    .where(({ or, and, eb }) =>
      or([and([eb('kind', '=', kind), eb('subject_id', '=', subjectId)]), eb('id', 'in', further)]),
    )
    .orderBy('set_at', 'desc')
    .limit(limit)
    .execute();

/** The kind of record for ended holds with their reasons. */
export const endedHoldKind: RecordKind = {
  ...holdFacts,
  due: (db, before, limit, after): Promise<Position[]> =>
    db
      .selectFrom('legal_holds')
      .select(['id', 'ended_at as at'])
      .where('ended_at', 'is not', null)
      .where('ended_at', '<', before)
      .$call(oldestFirst(['ended_at', 'id'], after, limit))
      .$narrowType<Position>()
      .execute(),
  take: async (_trx, ids) => [...ids],
  async erase(trx, ids) {
    if (ids.length > 0) await trx.deleteFrom('legal_holds').where('id', 'in', ids).execute();
  },
};
