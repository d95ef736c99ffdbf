import type { Selectable } from 'kysely';
import type { RingStage } from '#contract/desk/live.ts';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { changesAny, countChanged, findsAny, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import type { Rung } from './policy.ts';
import type { RingEnd, RingTable } from './tables.ts';

export type StoredRing = Selectable<RingTable>;

const open = (db: Reader) => db.selectFrom('rings').selectAll().where('ended_at', 'is', null);

export const openRings = (db: Reader): Promise<StoredRing[]> => open(db).execute();

export const openRingsOf = (db: Reader, requestId: string): Promise<StoredRing[]> =>
  open(db).where('request_id', '=', requestId).execute();

/** Begins a ring. Undefined when it was begun before. */
export async function insertRing(
  trx: Trx,
  requestId: string,
  askedAt: Iso,
  stage: RingStage,
  at: Iso,
): Promise<StoredRing | undefined> {
  return trx
    .insertInto('rings')
    .values({ id: mintId(), request_id: requestId, asked_at: askedAt, stage, stage_at: at })
    .onConflict((conflict) => conflict.columns(['request_id', 'asked_at']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Opens the ring again of a request whose end was taken back. Undefined when there is none that ended as `over`. */
export const reopenRing = (trx: Trx, requestId: string, askedAt: Iso): Promise<StoredRing | undefined> =>
  trx
    .updateTable('rings')
    .set({ ended_at: null, ended_as: null })
    .where('request_id', '=', requestId)
    .where('asked_at', '=', askedAt)
    .where('ended_as', '=', 'over')
    .returningAll()
    .executeTakeFirst();

export const setStage = (trx: Trx, ringId: string, stage: RingStage, at: Iso) =>
  trx.updateTable('rings').set({ stage, stage_at: at }).where('id', '=', ringId).execute();

export const endRing = (trx: Trx, ringId: string, as: RingEnd, at: Iso) =>
  trx.updateTable('rings').set({ ended_at: at, ended_as: as }).where('id', '=', ringId).execute();

/** Who is rung at a stage of rings, by ring. */
export async function rungOf(
  db: Reader,
  rings: readonly Pick<StoredRing, 'id' | 'stage'>[],
): Promise<ReadonlyMap<string, readonly Rung[]>> {
  if (rings.length === 0) return new Map();
  const rows = await db
    .selectFrom('ring_people')
    .select(['ring_id', 'person_id', 'stage', 'pushed_at', 'seen_at', 'stopped_at'])
    .where('ring_id', 'in', idsOf(rings))
    .execute();
  const stages = new Map(rings.map(({ id, stage }) => [id, stage]));
  const current = rows.filter(({ ring_id, stage }) => stages.get(ring_id) === stage);
  return Map.groupBy(current, ({ ring_id }) => ring_id);
}

export const insertRung = (trx: Trx, ringId: string, stage: RingStage, people: readonly string[], at: Iso) =>
  trx
    .insertInto('ring_people')
    .values(people.map((person_id) => ({ ring_id: ringId, person_id, stage, rung_at: at, pushed_at: at })))
    .execute();

export const updateRung = (
  trx: Trx,
  ringId: string,
  stage: RingStage,
  people: readonly string[],
  values: { readonly stopped_at?: Iso | null; readonly pushed_at?: Iso },
) =>
  trx
    .updateTable('ring_people')
    .set(values)
    .where('ring_id', '=', ringId)
    .where('stage', '=', stage)
    .where('person_id', 'in', people)
    .execute();

const unseenRings = (db: Reader) =>
  db
    .selectFrom('rings')
    .innerJoin('ring_people', (join) =>
      join.onRef('ring_people.ring_id', '=', 'rings.id').onRef('ring_people.stage', '=', 'rings.stage'),
    )
    .select(['person_id', 'request_id', 'rings.stage', 'asked_at'])
    .where('ended_at', 'is', null)
    .where('seen_at', 'is', null)
    .where('stopped_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('request_id');

type UnseenRing = Awaited<ReturnType<ReturnType<typeof unseenRings>['execute']>>[number];

const present = (row: UnseenRing): Ring => fieldsOf(row, 'request_id', 'stage', 'asked_at');

/** What rings, by person: what each has not seen at the stage that it has. Longest waiting first. */
export async function ringsByPerson(db: Reader): Promise<ReadonlyMap<string, readonly Ring[]>> {
  const byPerson = Map.groupBy(await unseenRings(db).execute(), ({ person_id }) => person_id);
  return new Map([...byPerson].map(([id, found]) => [id, found.map(present)]));
}

/** What rings for one person. */
export const ringsOfPerson = async (db: Reader, personId: string): Promise<Ring[]> =>
  (await unseenRings(db).where('person_id', '=', personId).execute()).map(present);

/** Writes that somebody saw a stage of the open ring of a request, if it is that one. False when there was nothing to write. */
export const markSeen = (
  trx: Trx,
  { requestId, askedAt }: { readonly requestId: string; readonly askedAt: Iso | undefined },
  personId: string,
  stage: RingStage,
  at: Iso,
) =>
  trx
    .updateTable('ring_people')
    .set({ seen_at: at })
    .where('person_id', '=', personId)
    .where('stage', '=', stage)
    .where('seen_at', 'is', null)
    .where('ring_id', 'in', ({ selectFrom }) =>
      selectFrom('rings')
        .select('id')
        .where('request_id', '=', requestId)
        .where('ended_at', 'is', null)
        .$if(askedAt !== undefined, (query) => query.where('asked_at', '=', askedAt ?? '')),
    )
    .$call(changesAny);

/** Whether a request rang for somebody, now or before. */
export const hasRung = (db: Reader, requestId: string, personId: string): Promise<boolean> =>
  db
    .selectFrom('rings')
    .innerJoin('ring_people', 'ring_people.ring_id', 'rings.id')
    .select('rings.id')
    .where('request_id', '=', requestId)
    .where('person_id', '=', personId)
    .limit(1)
    .$call(findsAny);

/** Deletes at most `limit` rings that ended before a time, with whom they reached. Returns how many. */
export async function deleteEndedRings(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const slice = db.selectFrom('rings').select('id').where('ended_at', '<', before).orderBy('ended_at').limit(limit);
  return db.deleteFrom('rings').where('id', 'in', slice).$call(countChanged);
}
