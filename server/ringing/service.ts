/**
 * Ringing, driven by the server. A request that waits rings everybody who is available, until each has pressed Seen or somebody accepts. It
 * has three stages: at once, after a minute, and after two minutes, when it also rings the admins on call. All of it is in the database,
 * so a ring goes on after a restart, and only one of several servers writes each step.
 */
import type { RingStage } from '#contract/desk/live.ts';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { type PresenceService, peoplePresent, type Reachable, type RunningDeal } from '#server/presence/service.ts';
import type { Prunable } from '#server/pruning.ts';
import { createRepeater, forEach, type Repeat } from '#server/repeat.ts';
import { declinersOf, type OpenRequest, openRequest, openRequests } from '#server/requests/service.ts';
import { dayMs } from '#server/times.ts';
import {
  changesRinging,
  type DuePush,
  endOf,
  planOf,
  type RingPlan,
  type Rung,
  stageOf,
  type Waiting,
} from './policy.ts';
import { ringsKeptForDays } from './retention.ts';
import {
  deleteEndedRings,
  endRing,
  hasRung,
  insertRing,
  insertRung,
  markSeen,
  openRings,
  openRingsOf,
  reopenRing,
  ringsByPerson,
  ringsOfPerson,
  rungOf,
  type StoredRing,
  setStage,
  updateRung,
} from './store.ts';

export type { DuePush } from './policy.ts';
export { createPush } from './push.ts';
export { createPushKeys } from './push-keys.ts';
export { createPushRequest } from './push-request.ts';

interface RingingOptions extends Pick<Environment, 'storage' | 'now'>, Pick<Repeat, 'onError'> {
  readonly presence: Pick<PresenceService, 'followDeals' | 'followShifts'>;
  /** Called after a step is on disk, with the people whose devices are to be pushed. */
  readonly onPush: (push: DuePush) => void;
}

const pollEveryMs = 1000;
/** Shifts are also followed while nothing rings, for the history of presence. */
const shiftsEveryLooks = 5;

export const prunableRings: Prunable = {
  name: 'rings',
  keptForMs: ringsKeptForDays * dayMs,
  deleteBefore: deleteEndedRings,
};

const isNothing = (plan: RingPlan) => !changesRinging(plan) && plan.pushAgain.length === 0;

export function createRinging({ storage, presence, now, onPush, onError }: RingingOptions) {
  const { db } = storage;
  let looks = 0;

  /** Writes a plan. Returns whose devices are to be pushed. */
  async function write(trx: Trx, ring: StoredRing, plan: RingPlan, at: string): Promise<string[]> {
    const { stage, begin, resume, stop, pushAgain } = plan;
    if (begin.length > 0) await insertRung(trx, ring.id, stage, begin, at);
    if (resume.length > 0) await updateRung(trx, ring.id, stage, resume, { stopped_at: null });
    if (stop.length > 0) await updateRung(trx, ring.id, stage, stop, { stopped_at: at });
    const again = [...resume, ...pushAgain];
    if (again.length > 0) await updateRung(trx, ring.id, stage, again, { pushed_at: at });
    return [...begin, ...again];
  }

  /** Writes the next step of one request's ring. It reads everything again under a lock, because earlier reads may be old. */
  async function step(requestId: string): Promise<void> {
    const personIds = await storage.transaction(async (trx) => {
      await dialectOf(trx).lock(trx, [`ring ${requestId}`]);
      const at = now();
      const time = at.toISOString();
      const request = await openRequest(trx, requestId);
      const rings = await openRingsOf(trx, requestId);
      let isChanged = false;
      for (const { id, asked_at } of rings) {
        const end = endOf(asked_at, request);
        if (end) await endRing(trx, id, end, time);
        isChanged ||= end !== undefined;
      }
      const pushed = request && !request.accepted ? await ringOne(trx, request, rings, at) : undefined;
      if (isChanged || pushed?.isChanged) await changed(trx, 'rings', requestId);
      return pushed?.personIds ?? [];
    });
    if (personIds.length > 0) onPush({ requestId, personIds });
  }

  async function ringOne(trx: Trx, request: OpenRequest, rings: readonly StoredRing[], at: Date) {
    const people = await peoplePresent(trx);
    const time = at.toISOString();
    const waiting = { ...request, declined: (await declinersOf(trx, [request])).get(request.id) ?? new Set<string>() };
    const open = rings.find(({ asked_at }) => asked_at === request.askedAt);
    const known = open ?? (await reopenRing(trx, request.id, request.askedAt));
    const stage = stageOf(waiting, people, known?.stage ?? 1, at);
    const ring = known ?? (await insertRing(trx, request.id, request.askedAt, stage, time));
    if (!ring) return undefined;
    if (ring.stage !== stage) await setStage(trx, ring.id, stage, time);
    const rung = (await rungOf(trx, [{ id: ring.id, stage }])).get(ring.id) ?? [];
    const plan = planOf(stage, waiting, people, rung, at);
    const personIds = await write(trx, ring, plan, time);
    return { personIds, isChanged: !open || ring.stage !== stage || changesRinging(plan) };
  }

  /** Whether anything is to be written about a request, by what was read without a lock. */
  function isDue(
    request: Waiting,
    ring: StoredRing | undefined,
    rung: readonly Rung[],
    people: readonly Reachable[],
  ): boolean {
    if (!ring) return true;
    const stage = stageOf(request, people, ring.stage, now());
    return stage !== ring.stage || !isNothing(planOf(stage, request, people, rung, now()));
  }

  async function ringAll(open: readonly OpenRequest[]): Promise<void> {
    const rings = await openRings(db);
    const requests = open.filter(({ accepted }) => !accepted);
    if (requests.length === 0 && rings.length === 0) return;
    const people = await peoplePresent(db);
    const rung = await rungOf(db, rings);
    const declined = await declinersOf(db, requests);
    const byId = new Map(open.map((request) => [request.id, request]));
    const over = rings.filter(({ request_id, asked_at }) => endOf(asked_at, byId.get(request_id)));
    const due = requests.filter((request) => {
      const ring = rings.find(({ request_id, asked_at }) => request_id === request.id && asked_at === request.askedAt);
      const waiting = { ...request, declined: declined.get(request.id) ?? new Set<string>() };
      return isDue(waiting, ring, (ring && rung.get(ring.id)) ?? [], people);
    });
    const ids = new Set([...over.map(({ request_id }) => request_id), ...due.map((request) => request.id)]);
    await forEach(ids, step);
  }

  /** Brings presence and every ring to where they should be. Any number of servers may do it at any time. */
  async function look(): Promise<void> {
    const open = await openRequests(db);
    const held = open.flatMap(({ id, holderId }): RunningDeal[] =>
      holderId === null ? [] : [{ requestId: id, personId: holderId }],
    );
    if (looks++ % shiftsEveryLooks === 0) await presence.followShifts();
    await presence.followDeals(held);
    await ringAll(open);
  }

  const repeater = createRepeater({ everyMs: pollEveryMs, atOnce: true, work: look, onError });

  return {
    look,
    /** Looks at once, because a request changed here. */
    wake: repeater.wake,
    /** Begins to look by itself, once a second. */
    start: repeater.start,
    stop: repeater.stop,

    /** What rings, by person. */
    byPerson: (): Promise<ReadonlyMap<string, readonly Ring[]>> => ringsByPerson(db),

    ringsOf: (personId: string): Promise<Ring[]> => ringsOfPerson(db, personId),

    /** Whether a request still rings for somebody. */
    async ringsFor(requestId: string, personId: string): Promise<boolean> {
      const rings = await ringsOfPerson(db, personId);
      return rings.some((ring) => ring.requestId === requestId);
    },

    /**
     * Makes a stage of a ring quiet for somebody. False when the request never rang for them.
     *
     * @param askedAt which of its rings; absent for the one that rings
     */
    async see(requestId: string, personId: string, stage: RingStage, askedAt?: string): Promise<boolean> {
      const seen = await storage.transaction(async (trx) => {
        await dialectOf(trx).lock(trx, [`ring ${requestId}`]);
        const marked = await markSeen(trx, { requestId, askedAt }, personId, stage, now().toISOString());
        if (marked) await changed(trx, 'rings', requestId);
        return marked;
      });
      return seen || hasRung(db, requestId, personId);
    },
  };
}
