/** Calculates the figures of the window from the times of requests and the spans in which a server answered. Pure. */
import type { Day } from '#server/calendar.ts';
import type { DayTimes, Times } from '#server/figures/service.ts';
import { intersection, lengthMs, type Span, union, within } from './spans.ts';

/** Increase it when the shape or the meaning of the facts changes, so that they are counted again. */
export const factsForm = 2;

/** A time that is known, and the part of it that met the condition, in milliseconds. */
export interface Share {
  readonly knownMs: number;
  readonly metMs: number;
}

export interface DayMeasured {
  readonly day: Day;
  readonly uptime: Share;
  readonly availability: Share;
}

/** The counts of the window at a full hour. */
export interface MeasuredFacts extends Omit<Times, 'missed'> {
  readonly asOf: string;
  readonly missed: number;
  readonly uptime: Share;
  readonly availability: Share;
  readonly days: readonly DayMeasured[];
}

interface MeasureOptions {
  /** The full hour at which counting ends. */
  readonly asOf: Date;
  /** The window's days, oldest first; the last one ends at `asOf`. */
  readonly days: readonly DayTimes[];
  readonly all: Times;
  /** The spans in which any server answered, in no order. */
  readonly spans: readonly Span[];
  /** When a server first answered; undefined before that. */
  readonly firstAnswer: string | undefined;
  /** The time from which it is known who was available; undefined while it is not known. */
  readonly presenceSince: string | undefined;
}

const sum = (shares: readonly Share[]): Share => ({
  knownMs: shares.reduce((all, { knownMs }) => all + knownMs, 0),
  metMs: shares.reduce((all, { metMs }) => all + metMs, 0),
});

/** Calculates for each day and for the whole window how long a server was up, and how long somebody was available. */
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
      // While no server answered, nobody could be asked or could change their presence.
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
