/** The hours of a person: which shifts a week with its exceptions and holidays makes, and what it says of a moment. Pure. */
import { type Period, type Week, weekdays } from '#contract/desk/schedule.ts';
import { addDays, type DateText, minutesPerDay, weekdayOf, type Zone } from './zone.ts';

/** A holiday: everybody has only what lies within these periods. */
export interface HolidayHours {
  readonly name: string;
  readonly periods: readonly Period[];
}

/** What decides when a person works. */
export interface Hours {
  readonly week: Week;
  /** In the place of the week's hours, by date; an empty list for off. They count more than a holiday. */
  readonly exceptions: ReadonlyMap<DateText, readonly Period[]>;
  readonly holidays: ReadonlyMap<DateText, HolidayHours>;
}

/** Minutes on the clock after the midnight of the day on which they begin. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time in milliseconds; the end is not part of it. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** Hours in which a person works without a break. `date`: the day on which they began. */
export interface Shift extends Stretch {
  readonly date: DateText;
}

/** A moment at which the schedule switches somebody. */
export interface Boundary {
  readonly ms: number;
  readonly on: boolean;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** A period as minutes on the clock. One that ends at or before its beginning ends on the next day. */
export function spanOf({ from, to }: Period): Span {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { from: start, to: end > start ? end : end + minutesPerDay };
}

const clockOf = (minutes: number): string => {
  const rest = minutes % minutesPerDay;
  return `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
};

export const periodOf = ({ from, to }: Span): Period => ({ from: clockOf(from), to: clockOf(to) });

const byStart = (a: Span, b: Span) => a.from - b.from;

/** Whether two periods of one day's list overlap. */
export function overlapIn(periods: readonly Period[]): boolean {
  const spans = periods.map(spanOf).toSorted(byStart);
  return spans.some((span, at) => at > 0 && span.from < (spans[at - 1]?.to ?? 0));
}

/** Whether two periods of a week overlap: on one day, or from one day into the next. Sunday goes on into Monday. */
export function overlapInWeek(week: Week): boolean {
  const weekMinutes = weekdays.length * minutesPerDay;
  const spans = weekdays
    .flatMap((day, at) =>
      week[day].map(spanOf).map(({ from, to }) => ({ from: from + at * minutesPerDay, to: to + at * minutesPerDay })),
    )
    .toSorted(byStart);
  const [first] = spans;
  return [...spans, ...(first ? [{ from: first.from + weekMinutes, to: first.to + weekMinutes }] : [])].some(
    (span, at, all) => at > 0 && span.from < (all[at - 1]?.to ?? 0),
  );
}

const within = (span: Span, limits: readonly Span[]): Span[] =>
  limits.flatMap(({ from, to }) => {
    const cut = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
    return cut.from < cut.to ? [cut] : [];
  });

/** The hours that begin on a date. */
export function spansOn({ week, exceptions, holidays }: Hours, date: DateText): Span[] {
  const own = exceptions.get(date);
  if (own) return own.map(spanOf);
  const weekday = weekdays[weekdayOf(date)];
  const usual = weekday ? week[weekday].map(spanOf) : [];
  const holiday = holidays.get(date);
  return holiday ? usual.flatMap((span) => within(span, holiday.periods.map(spanOf))) : usual;
}

/** Stretches that touch or overlap as one. */
export function joined<S extends Stretch>(stretches: readonly S[]): S[] {
  const all: S[] = [];
  for (const next of stretches.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = all.at(-1);
    if (!last || next.startMs > last.endMs) all.push(next);
    else if (next.endMs > last.endMs) all[all.length - 1] = { ...last, endMs: next.endMs };
  }
  return all;
}

/**
 * The shifts that hours make, from those that begin on a date to those that begin on another. One that goes on from before the
 * first date begins with it.
 */
export function shiftsFrom(hours: Hours, zone: Zone, first: DateText, last: DateText): Shift[] {
  const shifts: Shift[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    for (const { from, to } of spansOn(hours, date)) {
      const shift = { date, startMs: zone.msOf(date, from), endMs: zone.msOf(date, to) };
      // Hours that lie in the hour that the clock skips do not exist.
      if (shift.startMs < shift.endMs) shifts.push(shift);
    }
  }
  return joined(shifts);
}

/** The shifts that a stretch of time sees, with their true beginnings and ends as far as a day around it. */
export const shiftsIn = (hours: Hours, zone: Zone, { startMs, endMs }: Stretch): Shift[] =>
  shiftsFrom(hours, zone, addDays(zone.dateAt(startMs), -2), addDays(zone.dateAt(endMs), 2)).filter(
    (shift) => shift.startMs < endMs && shift.endMs > startMs,
  );

/** Whether the schedule has somebody on shift at a moment. */
export const isScheduledAt = (hours: Hours, zone: Zone, ms: number): boolean =>
  shiftsIn(hours, zone, { startMs: ms, endMs: ms + 1 }).length > 0;

/** The boundaries after a moment and up to another one, which is included, in order. */
export function boundariesIn(hours: Hours, zone: Zone, afterMs: number, untilMs: number): Boundary[] {
  const shifts = shiftsFrom(hours, zone, addDays(zone.dateAt(afterMs), -2), addDays(zone.dateAt(untilMs), 2));
  return shifts
    .flatMap(({ startMs, endMs }) => [
      { ms: startMs, on: true },
      { ms: endMs, on: false },
    ])
    .filter(({ ms }) => ms > afterMs && ms <= untilMs);
}

/** What is left of a stretch of time without others. */
export function without(whole: Stretch, others: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let from = whole.startMs;
  for (const { startMs, endMs } of joined(others)) {
    if (startMs > from) left.push({ startMs: from, endMs: Math.min(startMs, whole.endMs) });
    from = Math.max(from, endMs);
    if (from >= whole.endMs) break;
  }
  if (from < whole.endMs) left.push({ startMs: from, endMs: whole.endMs });
  return left.filter(({ startMs, endMs }) => startMs < endMs);
}
