/** Counts the figures of the window from the times of requests and the spans in which a server answered. Pure. */
import type { Day } from '#server/calendar.ts';
import type { DayTimes, Times } from '#server/figures/service.ts';
import { intersection, lengthMs, type Span, union, within } from './spans.ts';

/** Grows when the form or the meaning of the facts changes, so that those of before are counted again. */
export const factsForm = 2;

/** How long something was known, and how long of that it was so, in milliseconds. */
export interface Share {
  readonly knownMs: number;
  readonly metMs: number;
}

export interface DayMeasured {
  readonly day: Day;
  readonly uptime: Share;
  readonly availability: Share;
}

/** What was counted of the window at a full hour. */
export interface MeasuredFacts extends Omit<Times, 'missed'> {
  readonly asOf: string;
  readonly missed: number;
  readonly uptime: Share;
  readonly availability: Share;
  readonly days: readonly DayMeasured[];
}

export interface MeasureOptions {
  /** The full hour up to which is counted. */
  readonly asOf: Date;
  /** The window's days, the oldest first; the last one up to `asOf`. */
  readonly days: readonly DayTimes[];
  readonly all: Times;
  /** When any server answered, in no order. */
  readonly spans: readonly Span[];
  /** When a server answered for the first time; undefined before that. */
  readonly firstAnswer: string | undefined;
  /** Since when it is known who was available; undefined while it is not. */
  readonly presenceSince: string | undefined;
}

const sum = (shares: readonly Share[]): Share => ({
  knownMs: shares.reduce((all, { knownMs }) => all + knownMs, 0),
  metMs: shares.reduce((all, { metMs }) => all + metMs, 0),
});

/** Counts each day and the whole window: how much of it was up, and for how much of it somebody was available. */
export function measure({ asOf, days, all, spans, firstAnswer, presenceSince }: MeasureOptions): MeasuredFacts {
  const answered = union(spans);
  const msOf = (time: string | undefined) => (time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time));
  const upSince = msOf(firstAnswer);
  const availableSince = Math.max(upSince, msOf(presenceSince));
  const counted = days.map(({ day, fromMs, toMs, available }): DayMeasured => {
    const shareOf = (sinceMs: number, met: readonly Span[]): Share => {
      const known: Span = [Math.max(fromMs, sinceMs), toMs];
      return { knownMs: Math.max(0, known[1] - known[0]), metMs: lengthMs(within(met, known)) };
    };
    const up = within(answered, [fromMs, toMs]);
    return {
      day,
      uptime: shareOf(upSince, up),
      // While no server answered nobody could be asked, and nobody could say that they are not there any more.
      availability: shareOf(availableSince, intersection(union(available), up)),
    };
  });
  return {
    asOf: asOf.toISOString(),
    ...all,
    uptime: sum(counted.map(({ uptime }) => uptime)),
    availability: sum(counted.map(({ availability }) => availability)),
    days: counted,
  };
}
