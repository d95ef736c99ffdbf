/** A server's clock (`clock.ts`) may be ahead and then be set right. What was written meanwhile has a time in the future. */
import { isoAfter } from '#server/times.ts';

/** How far the times of two replicas may differ, in milliseconds. A time that is less far ahead does not count as in the future. */
export const skewMs = 60_000;

/** The latest time that a correct clock can have written by now. A later one was written by a clock that was ahead. */
export const latestPossibleNow = (at: Date): string => isoAfter(at, skewMs);
