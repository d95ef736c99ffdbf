/** Decides whether the schedule puts a person on or off shift at a moment. Pure. */
import { mostAheadMs } from '#server/people/service.ts';
import { boundariesIn, type Hours, isScheduledAt } from './hours.ts';
import type { Zone } from './zone.ts';

/** How far back boundaries are looked for, after the servers were down for long. */
export const mostBackMs = 60 * 24 * 3_600_000;

/** How far ahead the next boundary is looked for. */
export const boundaryAheadMs = 32 * 24 * 3_600_000;

/**
 * The state that a passed but unapplied boundary gives a person: on shift or off. When there are several, the last one decides.
 * Undefined when there is none.
 *
 * @param decidedMs the time up to which the person's shift is decided, by a switch or a boundary; null when it never was
 */
export function dueOf(hours: Hours, zone: Zone, decidedMs: number | null, nowMs: number): boolean | undefined {
  if (decidedMs !== null && decidedMs > nowMs + mostAheadMs) return isScheduledAt(hours, zone, nowMs);
  const afterMs = Math.max(decidedMs ?? 0, nowMs - mostBackMs);
  return afterMs >= nowMs ? undefined : boundariesIn(hours, zone, afterMs, nowMs).at(-1)?.on;
}

/** The next boundary after a moment; undefined when there is none within `boundaryAheadMs`. */
export const nextBoundary = (hours: Hours, zone: Zone, nowMs: number) =>
  boundariesIn(hours, zone, nowMs, nowMs + boundaryAheadMs)[0];

/**
 * The state that an edit gives a person at once; undefined when it leaves them as they are. It switches them when it changes what
 * the schedule says of this moment, or when an earlier boundary was not applied yet.
 *
 * @param before the hours before the edit; undefined when there were none, which means the same as empty hours
 * @param after the hours after the edit; undefined when they were removed: from then on only switches decide
 */
export function editMakes(
  before: Hours | undefined,
  after: Hours | undefined,
  zone: Zone,
  decidedMs: number | null,
  nowMs: number,
): boolean | undefined {
  if (!after) return undefined;
  const said = before !== undefined && isScheduledAt(before, zone, nowMs);
  const says = isScheduledAt(after, zone, nowMs);
  const isPending = before !== undefined && dueOf(before, zone, decidedMs, nowMs) !== undefined;
  return says !== said || isPending ? says : undefined;
}
