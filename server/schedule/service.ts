/**
 * The weekly schedule: when people take requests, in the brand's time zone. It switches their shifts at each boundary, and finds
 * coming hours that nobody covers. A person without a schedule is on shift only by hand.
 */
import { scheduleLimits } from '#contract/desk/schedule.ts';
import type {
  Coverage,
  Holiday,
  PersonSchedule,
  ScheduleGap,
  ScheduleWeek,
} from '#contract/desk/schedule-endpoints.ts';
import { addDays, type Day, isDay, mondayOf } from '#server/calendar.ts';
import { allPeople, findPeopleByIds } from '#server/people/service.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { createEdits, type EditsOptions } from './edits.ts';
import { createKeeper } from './keeper.ts';
import { findHoliday, readSchedule } from './store.ts';
import {
  gapsChangeAt,
  gapsIn,
  hoursAhead,
  isUsed,
  presentPerson,
  presentWeek,
  type Shown,
  stretchesIn,
  weekStretch,
} from './view.ts';
import { createZone } from './zone.ts';

export type { EditOutcome, ScheduleRefusal } from './edits.ts';
export { hoursKeptOf } from './person.ts';
export { deleteHoursOf } from './store.ts';
export { carriedOverSchedule } from './store-carry-over.ts';

interface ScheduleOptions extends Omit<EditsOptions, 'zone' | 'keeper'>, Pick<Repeat, 'onError'> {
  /** The IANA time zone of the schedule. */
  readonly timeZone: string;
}

const pollEveryMs = 1000;

export type Schedule = ReturnType<typeof createSchedule>;

export function createSchedule({ timeZone, onError, ...options }: ScheduleOptions) {
  const { storage, policy, now } = options;
  // The desk's reads block neither the public site nor writers. The keeper reads from the main connection.
  const { reads } = storage;
  const zone = createZone(timeZone);
  const keeper = createKeeper({ ...options, zone });
  const repeater = createRepeater({ everyMs: pollEveryMs, atOnce: true, work: keeper.look, onError });

  /** The schedule with exceptions and holidays from a date on, and everybody who takes requests. */
  async function read(from: Day): Promise<Shown> {
    const schedule = await readSchedule(reads, from);
    const people = (await allPeople(reads)).filter(({ role }) => policy.takesRequests(role));
    return { schedule, people, zone, nowMs: now().getTime() };
  }

  const today = (): Day => zone.dateAt(now().getTime());
  /** Reads from the second day before the week or before today, whichever is earlier, so that running nights are included. */
  const readFrom = (monday: Day) => {
    const from = monday < today() ? monday : today();
    return read(addDays(from, -2));
  };
  const readNow = () => readFrom(today());
  /** The gaps that begin in the next seven days, to their ends. */
  function gapsAhead(shown: Shown): ScheduleGap[] {
    const { endMs } = hoursAhead(shown, scheduleLimits.gapDays * 24);
    const gaps = gapsIn(shown, hoursAhead(shown, scheduleLimits.gapEndDays * 24));
    return gaps.filter(({ startsAt }) => Date.parse(startsAt) < endMs);
  }

  return {
    ...createEdits({ ...options, zone, keeper }),

    /** Applies what is due. Any number of servers may call it at any time. */
    look: keeper.look,
    /** Starts a look every second. */
    start: repeater.start,
    stop: repeater.stop,

    /** The week of a date, by default this week. Undefined for a week that is over or too far ahead. */
    async week(date: Day = today()): Promise<Omit<ScheduleWeek, 'mayManage'> | undefined> {
      if (!isDay(date)) return undefined;
      const monday = mondayOf(date);
      const isNear = monday >= mondayOf(today()) && monday <= addDays(today(), scheduleLimits.daysAhead);
      if (!isNear) return undefined;
      const shown = await readFrom(monday);
      return presentWeek(shown, monday, gapsAhead(shown));
    },

    /** A person as the schedule shows them in the week of a date; undefined when there is no such person. */
    async person(id: string, date: Day = today()): Promise<PersonSchedule | undefined> {
      const [person] = await findPeopleByIds(reads, [id]);
      return person && presentPerson(await readFrom(mondayOf(date)), person, weekStretch(zone, mondayOf(date)));
    },

    /** The holiday of a date; null when there is none. */
    async holiday(date: Day): Promise<Holiday | null> {
      const { value, version } = await findHoliday(reads, date);
      return value && { date, name: value.name, periods: [...value.periods], version };
    },

    /** The version of the holiday of a date, also of a removed one; 0 when there never was one. */
    holidayVersion: async (date: Day): Promise<number> => (await findHoliday(reads, date)).version,

    async coverage(): Promise<Coverage> {
      const shown = await readNow();
      const gaps = gapsAhead(shown);
      return {
        timeZone,
        isUsed: isUsed(shown),
        stretches: isUsed(shown) ? stretchesIn(shown, hoursAhead(shown, scheduleLimits.coverageHours)) : [],
        gaps,
        held: shown.people.flatMap(({ id, name, off_due_at: since }) => (since === null ? [] : [{ id, name, since }])),
        changesAt: gapsChangeAt(shown, gaps),
        serverNow: new Date(shown.nowMs).toISOString(),
      };
    },

    /** The gaps of the next seven days. Empty while nobody has a schedule. */
    gaps: async (): Promise<ScheduleGap[]> => gapsAhead(await readNow()),
  };
}
