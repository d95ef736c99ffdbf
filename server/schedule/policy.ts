/** Whether the schedule puts somebody on or off shift at a moment. Pure. */
import { mostAheadMs } from '#server/people/service.ts';
import { boundariesIn, type Hours, isScheduledAt } from './hours.ts';
import type { Zone } from './zone.ts';

/** Boundaries are looked for this far back, after servers that stood still for long. */
export const mostBackMs = 60 * 24 * 3_600_000;

/** The next boundary is looked for this far ahead. */
export const boundaryAheadMs = 32 * 24 * 3_600_000;

/**
 * What a boundary that is over and was not applied makes of somebody: on shift or off. Of several the last one counts. Undefined
 * when there is none.
 *
 * @param decidedMs how far their shift is decided, by a switch or a boundary; null when it never was
 */
export function dueOf(hours: Hours, zone: Zone, decidedMs: number | null, nowMs: number): boolean | undefined {
  if (decidedMs !== null && decidedMs > nowMs + mostAheadMs) return isScheduledAt(hours, zone, nowMs);
  const afterMs = Math.max(decidedMs ?? 0, nowMs - mostBackMs);
  return afterMs >= nowMs ? undefined : boundariesIn(hours, zone, afterMs, nowMs).at(-1)?.on;
}

/** The next boundary after a moment; undefined when there is none within the next weeks. */
export const nextBoundary = (hours: Hours, zone: Zone, nowMs: number) =>
  boundariesIn(hours, zone, nowMs, nowMs + boundaryAheadMs)[0];

/**
 * What an edit makes of somebody at once; undefined when it leaves them as they are. It switches them when it changes what the
 * schedule says of this moment, and when a boundary before it was not applied yet.
 *
 * @param before undefined while there was no schedule, which says as much as one without hours
 * @param after undefined when the schedule is taken away: then only switches count
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
