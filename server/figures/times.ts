/** Computes how long requests waited and when somebody was available, for the measured figures of the site. Pure. */
import type { Spread } from '#contract/desk/figures-endpoints.ts';
import type { Day } from '#server/calendar.ts';
import { someoneAvailable } from './availability.ts';
import type { DayFacts } from './count.ts';
import { createTally } from './tally.ts';

/** The times of some requests, counted as at the desk. */
export interface Times {
  /** From the request to the first Accept. */
  readonly accept: Spread;
  /** From the first Accept to the first Connected that was not taken back. */
  readonly connect: Spread;
  /** How many requests nobody accepted in time. */
  readonly missed: number;
}

/** The spans of a day in which somebody was available. */
export interface DayTimes {
  readonly day: Day;
  readonly fromMs: number;
  /** The end of the day, or the moment up to which is counted. */
  readonly toMs: number;
  /** The spans, each from one time to another in milliseconds since 1970. */
  readonly available: readonly (readonly [fromMs: number, toMs: number])[];
}

/** Counts what was known about the requests of some days at a moment. */
function tallyOf(days: readonly DayFacts[], untilMs: number): Times {
  const tally = createTally();
  for (const { span, requests } of days) {
    const startMs = Date.parse(span.since);
    for (const request of requests) {
      const askedMs = startMs + request.atMs;
      if (askedMs >= untilMs) continue;
      const known = (ms: number | null) => (ms !== null && askedMs + ms <= untilMs ? ms : null);
      tally.add({ ...request, acceptMs: known(request.acceptMs), waitMs: known(request.waitMs) });
    }
  }
  const { accept, connect, missed } = tally.totals();
  return { accept, connect, missed };
}

/** The times of some days together, and each day's availability, as far as they were known at a moment. */
export function timesOf(days: readonly DayFacts[], until: Date): { readonly all: Times; readonly days: DayTimes[] } {
  const untilMs = until.getTime();
  return {
    all: tallyOf(days, untilMs),
    days: days.map((one) => {
      const fromMs = Date.parse(one.span.since);
      const toMs = Math.max(fromMs, Math.min(Date.parse(one.span.until), untilMs));
      return {
        day: one.span.day,
        fromMs,
        toMs,
        available: someoneAvailable(one.presence, toMs - fromMs).map(
          ([from, to]) => [fromMs + from, fromMs + to] as const,
        ),
      };
    }),
  };
}
