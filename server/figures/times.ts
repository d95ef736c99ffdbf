/** How long requests waited, and when somebody was available: what the measured figures of the site are made of. Pure. */
import type { Spread } from '#contract/desk/figures-endpoints.ts';
import type { Day } from '#server/calendar.ts';
import { someoneAvailable } from './availability.ts';
import type { DayFacts } from './count.ts';
import { createTally } from './tally.ts';

/** The times of some requests, counted as the desk counts them. */
export interface Times {
  /** From the press to the first Accept. */
  readonly accept: Spread;
  /** From there to the first Connected that held. */
  readonly connect: Spread;
  /** How many nobody accepted in time. */
  readonly missed: number;
}

/** When somebody was available on a day. */
export interface DayTimes {
  readonly day: Day;
  readonly fromMs: number;
  /** The end of the day, or the moment up to which is counted. */
  readonly toMs: number;
  /** When somebody was available, as moments in milliseconds. */
  readonly available: readonly (readonly [fromMs: number, toMs: number])[];
}

/** What was known of the requests of some days at a moment. */
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

/** The times of some days together, and when somebody was available on each, as far as they were known at a moment. */
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
