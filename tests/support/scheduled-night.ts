/** Shared by the tests of the schedule. */
import { expect } from 'vitest';
import { noHours, type Period, type Week, type Weekday } from '#contract/desk/schedule.ts';
import { mintId } from '#contract/reference.ts';
import type { EditOutcome } from '#server/schedule/service.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { type Night, startNight } from './night-shift.ts';

/** Reads periods from a text such as `09:00-12:00, 22:00-06:00`; none from an empty text. */
export const periodsOf = (text: string): Period[] =>
  text === ''
    ? []
    : text.split(', ').map((one) => {
        const [from = '', to = ''] = one.split('-');
        return { from, to };
      });

/** A week from texts by weekday. The other days have no hours. */
export const weekOf = (texts: Partial<Record<Weekday, string>>): Week => ({
  ...noHours,
  ...Object.fromEntries(Object.entries(texts).map(([day, text]) => [day, periodsOf(text)])),
});

export const everyDay = (text: string): Week =>
  weekOf({ mon: text, tue: text, wed: text, thu: text, fri: text, sat: text, sun: text });

export const whyOf = (outcome: EditOutcome): string => (outcome.kind === 'refused' ? outcome.why : outcome.kind);

/** Functions for a night with a schedule. Times are clock times of New York (UTC-5) in the week of Monday, November 23, 2026. */
export function scheduled(night: Night) {
  const { context, db, pass, now } = night;
  const { schedule } = context;
  const atOf = (day: number, clock: string) => Date.parse(`2026-11-23T${clock}:00-05:00`) + (day - 1) * 24 * 3_600_000;
  return {
    schedule,
    /** Sends a dealership's request by a new session. Returns its id. */
    request: async () => night.ask(await night.sessionFor(night.shared.code), { additionalInfo: mintId() }),
    /** Moves the clock to a time of a day, forward or back. Day 1 is that Monday. */
    goTo: (day: number, clock: string) => pass(atOf(day, clock) - now().getTime()),
    goToTime: (time: string) => pass(Date.parse(time) - now().getTime()),
    /** Gives a person weekly hours, as a command does. */
    async giveHours(personId: string, week: Week | null) {
      const { version } = (await schedule.person(personId)) ?? { version: 0 };
      expect(await schedule.changeWeek(null, personId, version, week)).toEqual({ kind: 'done' });
    },
    find: async (personId: string) =>
      db.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirstOrThrow(),
    async isOn(personId: string): Promise<boolean> {
      const one = db.selectFrom('people').select('on_shift_at').where('id', '=', personId);
      return (await one.executeTakeFirstOrThrow()).on_shift_at !== null;
    },
    /** The switches of a person's shift in the audit log, oldest first. */
    async shiftEntries(personId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('audit_entries')
        .innerJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
        .select(['audit_entries.action', 'audit_entries.detail'])
        .where('audit_subjects.subject_id', '=', personId)
        .where('audit_entries.action', 'in', ['shift-begun', 'shift-ended'])
        .orderBy('audit_entries.seq')
        .execute();
      return rows.map(
        ({ action, detail }) =>
          `${action === 'shift-begun' ? 'on' : 'off'}${detail.includes('schedule') ? '' : ' by hand'}`,
      );
    },
  };
}

/** A night on a Monday at eight in the morning, with an admin who switches people as the desk does. */
export async function startScheduled(under: EngineUnderTest) {
  const night = await startNight(under);
  const at = scheduled(night);
  at.goTo(1, '08:00');
  const admin = await night.person('Ada Quill', { role: 'admin' });
  const people = { set: (id: string, on: boolean) => night.context.people.switchShift(admin, id, on) };
  return { ...night, ...at, admin, people };
}
