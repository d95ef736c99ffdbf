/** Decides who is rung for a request, and when. Pure: it plans what to write from what is written, the people and the time. */
import type { Selectable } from 'kysely';
import { deskTimings, type RingStage } from '#contract/desk/live.ts';
import type { Reachable } from '#server/presence/service.ts';
import { isoBefore } from '#server/times.ts';
import type { RingEnd, RingPersonTable } from './tables.ts';

/** A request that waits for somebody to accept it. */
export interface Waiting {
  readonly id: string;
  /** Since when it waits, without the time in which it was closing. */
  readonly countsSince: string;
  /** The person whom it was handed to; null when it waits for everybody. */
  readonly waitsForId: string | null;
  /** The ids of the people who said "not me", or gave it back, since it began to wait. */
  readonly declined: ReadonlySet<string>;
}

/** How a person is rung at the current stage of a ring. */
export type Rung = Pick<Selectable<RingPersonTable>, 'person_id' | 'pushed_at' | 'seen_at' | 'stopped_at'>;

/** What changes in a ring. */
export interface RingPlan {
  readonly stage: RingStage;
  /** Whom it begins to ring at this stage. */
  readonly begin: readonly string[];
  /** Whom it rings again, because they are available again. */
  readonly resume: readonly string[];
  /** Whom it stops to ring, because they are not available any more. */
  readonly stop: readonly string[];
  /** Whose devices are pushed once more. */
  readonly pushAgain: readonly string[];
}

const { ringAgainAfterMs, ringAdminsAfterMs, pushAgainMs } = deskTimings;

function stageBy(since: string, at: Date): RingStage {
  const waitedMs = at.getTime() - Date.parse(since);
  if (waitedMs >= ringAdminsAfterMs) return 3;
  return waitedMs >= ringAgainAfterMs ? 2 : 1;
}

/** The stage of a request's ring. It never goes back. While nobody is available, it is the last stage at once. */
export function stageOf(request: Waiting, people: readonly Reachable[], current: RingStage, at: Date): RingStage {
  const anybody = people.some(({ id, available }) => available && !request.declined.has(id));
  const stage = anybody ? stageBy(request.countsSince, at) : 3;
  return stage > current ? stage : current;
}

function rungAt(stage: RingStage, request: Waiting, people: readonly Reachable[]): ReadonlySet<string> {
  const asked = people.filter(({ id }) => !request.declined.has(id));
  const available = asked.filter((person) => person.available && person.hasConsole);
  // In the first minute, only the person to whom it was handed off is rung, if they are available.
  const handedTo = stage === 1 ? available.filter(({ id }) => id === request.waitsForId) : [];
  const admins = stage === 3 ? asked.filter(({ rungOnCall }) => rungOnCall) : [];
  return new Set([...(handedTo.length > 0 ? handedTo : available), ...admins].map(({ id }) => id));
}

/** @param rung who is rung at `stage` so far */
export function planOf(
  stage: RingStage,
  request: Waiting,
  people: readonly Reachable[],
  rung: readonly Rung[],
  at: Date,
): RingPlan {
  const wanted = rungAt(stage, request, people);
  const idsOf = (some: readonly Rung[]) => some.map(({ person_id }) => person_id);
  const known = new Set(idsOf(rung));
  const unseen = rung.filter(({ seen_at }) => seen_at === null);
  const stopped = unseen.filter(({ stopped_at }) => stopped_at !== null);
  const ringing = unseen.filter(({ stopped_at }) => stopped_at === null);
  const isWanted = ({ person_id }: Rung) => wanted.has(person_id);
  const pushBefore = isoBefore(at, pushAgainMs);
  return {
    stage,
    begin: [...wanted].filter((id) => !known.has(id)),
    resume: idsOf(stopped.filter(isWanted)),
    stop: idsOf(ringing.filter((one) => !isWanted(one))),
    pushAgain: idsOf(ringing.filter((one) => isWanted(one) && one.pushed_at <= pushBefore)),
  };
}

/** A push that is due: the request that rings, and for whom. */
export interface DuePush {
  readonly requestId: string;
  readonly personIds: readonly string[];
}

/** Whether a plan changes what rings for somebody. */
export const changesRinging = ({ begin, resume, stop }: RingPlan): boolean =>
  begin.length + resume.length + stop.length > 0;

/** Why a ring is over; undefined while it goes on. */
export function endOf(
  askedAt: string,
  request: { readonly askedAt: string; readonly accepted: boolean } | undefined,
): RingEnd | undefined {
  if (!request) return 'over';
  if (request.accepted) return 'accepted';
  return request.askedAt === askedAt ? undefined : 'again';
}
