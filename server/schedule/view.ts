/** Presents the schedule: a week, the coming hours, and the gaps that nobody covers. Pure. */
import { scheduleLimits, weekdays } from '#contract/desk/schedule.ts';
import type {
  Coverage,
  PersonSchedule,
  ScheduleDay,
  ScheduleGap,
  ScheduleWeek,
} from '#contract/desk/schedule-endpoints.ts';
import { addDays, type Day } from '#server/calendar.ts';
import type { ShiftPerson } from '#server/people/service.ts';
import { distinct } from '#server/rows.ts';
import { dayMs, earliest, hourMs, nextHour } from '#server/times.ts';
import { joined, periodOf, type Stretch, shiftsIn, spansOn, without } from './hours.ts';
import { nextBoundary } from './policy.ts';
import { hoursOf, type StoredSchedule } from './store.ts';
import { minutesPerDay, type Zone } from './zone.ts';

/** The schedule, and everybody who may take requests. */
export interface Shown {
  readonly schedule: StoredSchedule;
  readonly people: readonly ShiftPerson[];
  readonly zone: Zone;
  readonly nowMs: number;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const times = ({ startMs, endMs }: Stretch) => ({ startsAt: iso(startMs), endsAt: iso(endMs) });

/** Whether anybody has a schedule. */
export const isUsed = ({ schedule, people }: Shown): boolean => people.some(({ id }) => schedule.weeks.has(id));

const shiftsOf = ({ schedule, zone }: Shown, personId: string, stretch: Stretch) => {
  const hours = hoursOf(schedule, personId);
  return hours ? shiftsIn(hours, zone, stretch) : [];
};

/** The stretches in which nobody is scheduled. Empty while nobody has a schedule. */
export function gapsIn(shown: Shown, stretch: Stretch): ScheduleGap[] {
  if (!isUsed(shown)) return [];
  const covered = joined<Stretch>(shown.people.flatMap(({ id }) => shiftsOf(shown, id, stretch)));
  return without(stretch, covered).map((gap) => ({
    ...times(gap),
    holiday: shown.schedule.holidays.get(shown.zone.dateAt(gap.startMs))?.value.name ?? null,
    ...(gap.endMs === stretch.endMs && { goesOn: true }),
  }));
}

const daysFrom = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, at) => addDays(first, at));

/** The stretch of so many hours from now on. It ends at a full hour, so that its end changes only then. */
export const hoursAhead = ({ nowMs }: Shown, hours: number): Stretch => ({
  startMs: nowMs,
  endMs: Math.ceil(nowMs / hourMs + hours) * hourMs,
});

/** When what these gaps are of the coming hours changes by itself. */
export const gapsChangeAt = ({ nowMs }: Shown, [first]: readonly ScheduleGap[]): string | null =>
  earliest(nextHour(iso(nowMs)), first?.endsAt);

const holidayOn = ({ schedule }: Shown, date: Day) => {
  const holiday = schedule.holidays.get(date);
  return holiday
    ? { date, name: holiday.value.name, periods: [...holiday.value.periods], version: holiday.version }
    : null;
};

/** A person as the schedule shows them in a week. */
export function presentPerson(shown: Shown, person: ShiftPerson, stretch: Stretch): PersonSchedule {
  const { schedule, zone, nowMs } = shown;
  const { id, name, on_shift_at, off_due_at } = person;
  const hours = hoursOf(schedule, id);
  const week = schedule.weeks.get(id);
  const next = hours && nextBoundary(hours, zone, nowMs);
  return {
    id,
    name,
    onShift: on_shift_at !== null,
    week: week
      ? (Object.fromEntries(Object.entries(week.value).map(([day, periods]) => [day, [...periods]])) as NonNullable<
          PersonSchedule['week']
        >)
      : null,
    version: week?.version ?? schedule.removed.weeks.get(id) ?? 0,
    exceptions: [...(schedule.exceptions.get(id) ?? [])].map(([date, { value, version }]) => ({
      date,
      periods: [...value.periods],
      note: value.note,
      version,
    })),
    removedExceptions: schedule.removed.exceptions.get(id) ?? {},
    hours: daysFrom(zone.dateAt(stretch.startMs), weekdays.length).map((date) => ({
      date,
      periods: hours ? spansOn(hours, date).map(periodOf) : [],
    })),
    shifts: shiftsOf(shown, id, stretch).map((shift) => ({ ...times(shift), date: shift.date })),
    next: next ? { at: iso(next.ms), on: next.on } : null,
    heldSince: off_due_at,
  };
}

/** The stretch of a week that begins on this Monday. */
export const weekStretch = (zone: Zone, monday: Day): Stretch => ({
  startMs: zone.msOf(monday, 0),
  endMs: zone.msOf(addDays(monday, 7), 0),
});

/** A week as the desk shows it: its days, its gaps, and the hours of each person. */
export function presentWeek(
  shown: Shown,
  monday: Day,
  gapsAhead: readonly ScheduleGap[],
): Omit<ScheduleWeek, 'mayManage'> {
  const { zone, nowMs, people, schedule } = shown;
  const whole = weekStretch(zone, monday);
  const days = daysFrom(monday, 7).map(
    (date): ScheduleDay => ({
      date,
      startsAt: iso(zone.msOf(date, 0)),
      endsAt: iso(zone.msOf(date, minutesPerDay)),
      holiday: holidayOn(shown, date),
    }),
  );
  // A gap of the week is told to its end, also when that comes after the week.
  const ahead = { startMs: Math.max(whole.startMs, nowMs), endMs: whole.endMs + scheduleLimits.gapEndDays * dayMs };
  return {
    timeZone: zone.name,
    today: zone.dateAt(nowMs),
    days,
    people: people.map((person) => presentPerson(shown, person, whole)),
    gaps: gapsIn(shown, ahead).filter(({ startsAt }) => Date.parse(startsAt) < whole.endMs),
    gapsAhead: gapsAhead.length,
    changesAt: gapsChangeAt(shown, gapsAhead),
    // Holidays from yesterday on can still be changed, because a night shift of yesterday may go on.
    holidays: [...schedule.holidays.keys()]
      .filter((date) => date >= addDays(zone.dateAt(nowMs), -1))
      .flatMap((date) => holidayOn(shown, date) ?? []),
    removedHolidays: schedule.removed.holidays,
    serverNow: iso(nowMs),
  };
}

/** Cuts a stretch of time wherever a shift begins or ends, and lists who is scheduled in each piece. */
export function stretchesIn(shown: Shown, whole: Stretch): Coverage['stretches'] {
  const shifts = shown.people.flatMap(({ id, name }) =>
    shiftsOf(shown, id, whole).map((shift) => ({ ...shift, name })),
  );
  const cuts = new Set([whole.startMs, whole.endMs]);
  for (const { startMs, endMs } of shifts) {
    for (const ms of [startMs, endMs]) if (ms > whole.startMs && ms < whole.endMs) cuts.add(ms);
  }
  const sorted = [...cuts].toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((startMs, at) => {
    const endMs = sorted[at + 1] ?? whole.endMs;
    const there = shifts.filter((shift) => shift.startMs < endMs && shift.endMs > startMs);
    return { ...times({ startMs, endMs }), people: distinct(there, 'name') };
  });
}
