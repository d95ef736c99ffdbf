/** Computes a person's shifts from their week, exceptions and holidays, and whether they are scheduled at a moment. Pure. */
import { type Period, type Week, weekdays } from '#contract/desk/schedule.ts';
import { addDays, type Day } from '#server/calendar.ts';
import { minutesPerDay, weekdayOf, type Zone } from './zone.ts';

/** A holiday: hours of the week are cut to these periods. */
export interface HolidayHours {
  readonly name: string;
  readonly periods: readonly Period[];
}

/** Everything that decides when a person works. */
export interface Hours {
  readonly week: Week;
  /** The hours that replace the week's, by date; an empty list for a day off. They override a holiday. */
  readonly exceptions: ReadonlyMap<Day, readonly Period[]>;
  readonly holidays: ReadonlyMap<Day, HolidayHours>;
}

/** A span in minutes on the clock, counted from the midnight of the day on which it begins. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time in milliseconds since 1970, without its end. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** A stretch in which a person works without a break. `date` is the day on which it begins. */
interface Shift extends Stretch {
  readonly date: Day;
}

/** A moment at which the schedule puts a person on or off shift. */
interface Boundary {
  readonly ms: number;
  readonly on: boolean;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** A period as minutes on the clock. A period that ends at or before its beginning ends on the next day. */
function spanOf({ from, to }: Period): Span {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { from: start, to: end > start ? end : end + minutesPerDay };
}

const clockOf = (minutes: number): string => {
  const rest = minutes % minutesPerDay;
  return `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
};

export const periodOf = ({ from, to }: Span): Period => ({ from: clockOf(from), to: clockOf(to) });

const byStart = (a: Span, b: Span) => a.from - b.from;

/** Whether two periods of one day overlap. */
export function overlapIn(periods: readonly Period[]): boolean {
  const spans = periods.map(spanOf).toSorted(byStart);
  return spans.some((span, at) => at > 0 && span.from < (spans[at - 1]?.to ?? 0));
}

/** Whether two periods of a week overlap, on one day or across midnight. Sunday is followed by Monday. */
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

/** The spans that begin on a date. */
export function spansOn({ week, exceptions, holidays }: Hours, date: Day): Span[] {
  const own = exceptions.get(date);
  if (own) return own.map(spanOf);
  const weekday = weekdays[weekdayOf(date)];
  const usual = weekday ? week[weekday].map(spanOf) : [];
  const holiday = holidays.get(date);
  return holiday ? usual.flatMap((span) => within(span, holiday.periods.map(spanOf))) : usual;
}

/** Joins stretches that touch or overlap. */
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
 * The shifts of the hours that begin on one date up to another, both included. Hours of earlier dates are left out, so a shift that
 * continues from them begins with the first date's own hours.
 */
export function shiftsFrom(hours: Hours, zone: Zone, first: Day, last: Day): Shift[] {
  const shifts: Shift[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    for (const { from, to } of spansOn(hours, date)) {
      const shift = { date, startMs: zone.msOf(date, from), endMs: zone.msOf(date, to) };
      // Hours inside the hour that the clock skips do not exist.
      if (shift.startMs < shift.endMs) shifts.push(shift);
    }
  }
  return joined(shifts);
}

/** The shifts that overlap a stretch of time. Their beginnings and ends are exact within a day around the stretch. */
export const shiftsIn = (hours: Hours, zone: Zone, { startMs, endMs }: Stretch): Shift[] =>
  shiftsFrom(hours, zone, addDays(zone.dateAt(startMs), -2), addDays(zone.dateAt(endMs), 2)).filter(
    (shift) => shift.startMs < endMs && shift.endMs > startMs,
  );

export const isScheduledAt = (hours: Hours, zone: Zone, ms: number): boolean =>
  shiftsIn(hours, zone, { startMs: ms, endMs: ms + 1 }).length > 0;

/** The boundaries after one moment and up to another, which is included, in order. */
export function boundariesIn(hours: Hours, zone: Zone, afterMs: number, untilMs: number): Boundary[] {
  const shifts = shiftsFrom(hours, zone, addDays(zone.dateAt(afterMs), -2), addDays(zone.dateAt(untilMs), 2));
  return shifts
    .flatMap(({ startMs, endMs }) => [
      { ms: startMs, on: true },
      { ms: endMs, on: false },
    ])
    .filter(({ ms }) => ms > afterMs && ms <= untilMs);
}

/** The parts of a stretch that the other stretches leave free. */
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
