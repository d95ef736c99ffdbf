/** The wall clock of a server may be ahead and be set right again; what was written meanwhile lies in the future. */

/** What the clocks of two replicas may differ by. Nothing is taken for written in the future that is less far ahead. */
export const skewMs = 60_000;

/** The end of what has happened by now: whatever was written later was written by a clock that was ahead. */
export const untilNow = (at: Date): string => new Date(at.getTime() + skewMs).toISOString();
