/** `npm run schedule`: the weekly hours of people, and the gaps between them. */
import { brand } from '#brand/brand.ts';
import { scheduleRefusals } from '#contract/desk/schedule.ts';
import type { PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { peoplePolicy } from '#server/desk/policy.ts';
import { reachesBy } from '#server/people/service.ts';
import { holdersOf } from '#server/requests/service.ts';
import { createSchedule, type EditOutcome, type Schedule } from '#server/schedule/service.ts';
import { auditOf } from './commands/audit.ts';
import { CommandError } from './commands/failures.ts';
import { HoursTextError, nightsSaid, periodsText, readPeriods, readWeek, weekText } from './commands/hours-text.ts';
import { nameOf } from './commands/names.ts';
import { type Declare, runAsProcess, subcommand } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

const columns = { NAME: 24, 'ON SHIFT': 9, NEXT: 28, HOURS: 0 };
const gapColumns = { FROM: 22, UNTIL: 22, HOLIDAY: 0 };

const nextText = ({ next, heldSince }: PersonSchedule): string => {
  if (heldSince !== null) return 'off after their request';
  return next ? `${next.on ? 'on' : 'off'} ${clockTime(next.at)}` : '';
};

/** Reads typed hours. Throws a sentence for a person when they cannot be read. */
function reading<T>(read: (text: string) => T, text: string): T {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof HoursTextError) throw new CommandError(error.message);
    throw error;
  }
}

/** Throws the reason why an edit was not made, in the words of the desk. */
function requireDone(outcome: EditOutcome): void {
  if (outcome.kind === 'changed') throw new CommandError('Somebody else changed it at this moment. Look again.');
  if (outcome.kind !== 'refused') return;
  const text = outcome.why === 'notAllowed' ? 'That is not allowed' : scheduleRefusals[outcome.why].text;
  throw new CommandError(`${text}. Nothing was changed.`);
}

export const schedule: Declare = (command, { now, withStorage, write, writeTable }) => {
  const work = (run: (schedule: Schedule) => Promise<void>) =>
    withStorage((storage, config) =>
      run(
        createSchedule({
          storage,
          audit: auditOf(config, now),
          timeZone: brand.timeZone,
          policy: peoplePolicy,
          holdersOf,
          reaches: reachesBy(config),
          now,
          onError(error) {
            throw error;
          },
        }),
      ),
    );

  async function find(service: Schedule, name: string): Promise<PersonSchedule> {
    const person = (await service.week())?.people.find((one) => one.name === name);
    if (person) return person;
    throw new CommandError(
      `Nobody called ${JSON.stringify(name)} takes requests. npm run schedule -- list shows everybody.`,
    );
  }

  async function show(service: Schedule): Promise<void> {
    const week = await service.week();
    if (!week) throw new Error('this week is always there');
    await write(`Times are of ${brand.timeZone}.\n`);
    await writeTable(
      columns,
      week.people.map((person) => [
        person.name,
        person.onShift ? 'yes' : 'no',
        nextText(person),
        person.week ? weekText(person.week) : 'no schedule: the switches alone',
      ]),
    );
    for (const { name, exceptions } of week.people) {
      for (const { date, periods, note } of exceptions) {
        const hours = periodsText(periods) || 'off';
        await write(`${date}  ${name}: ${hours}${note && ` (${note})`}\n`);
      }
    }
    for (const { date, name, periods } of week.holidays) {
      const hours = periodsText(periods);
      await write(`${date}  ${name}: ${hours === '' ? 'nobody works' : `only within ${hours}`}\n`);
    }
    await write(`Gaps in the next seven days: ${week.gapsAhead}. See npm run schedule -- gaps.\n`);
  }

  /** Makes an edit, and shows the schedule with a line about typed hours that may be meant otherwise. */
  const make = (edit: (service: Schedule) => Promise<EditOutcome>, typed: Parameters<typeof nightsSaid>[0] = {}) =>
    work(async (service) => {
      requireDone(await edit(service));
      await show(service);
      for (const line of nightsSaid(typed)) await write(`${line}\n`);
    });
  const change = (
    name: string,
    edit: (service: Schedule, person: PersonSchedule) => Promise<EditOutcome>,
    typed?: Parameters<typeof nightsSaid>[0],
  ) => make(async (service) => edit(service, await find(service, name)), typed);

  command.description('The weekly hours of people. NAME may hold spaces.');
  subcommand(command, 'list', 'everybody with their hours, exceptions and holidays').action(() => work(show));
  subcommand(command, 'gaps', 'what nobody covers in the next seven days').action(() =>
    work(async (service) => {
      const gaps = await service.gaps();
      const rows = gaps.map(({ startsAt, endsAt, holiday, goesOn }) => [
        clockTime(startsAt),
        goesOn ? 'and on' : clockTime(endsAt),
        holiday ?? '',
      ]);
      await writeTable(gapColumns, rows);
    }),
  );
  subcommand(command, 'set', 'gives somebody weekly hours; who is within them now begins their shift')
    .argument('<name...>')
    .requiredOption(
      '--hours <text>',
      'for example "mon-fri 9:00-12:00 13:00-17:00, sat 22:00-6:00", "daily 24h" or "off"',
    )
    .action((words, { hours }, set) => {
      const name = nameOf(words, set);
      const week = reading(readWeek, hours);
      return change(name, (service, { id, version }) => service.changeWeek(null, id, version, week), week);
    });
  subcommand(command, 'clear', 'takes the weekly hours away: then only the switches count')
    .argument('<name...>')
    .action((words, _, clear) =>
      change(nameOf(words, clear), (service, { id, version }) => service.changeWeek(null, id, version, null)),
    );
  subcommand(command, 'day', 'sets the hours of one date in the place of the week’s')
    .argument('<name...>')
    .requiredOption('--on <date>', 'for example 2026-12-24')
    .requiredOption('--hours <text>', 'for example "9:00-12:00", "off", or "usual" for those of the week again')
    .option('--why <note>', 'shown with it', '')
    .action((words, { on, hours, why }, day) => {
      const name = nameOf(words, day);
      const periods = hours === 'usual' ? null : reading(readPeriods, hours);
      const edit = (service: Schedule, { id, exceptions, removedExceptions }: PersonSchedule) => {
        const seen = exceptions.find(({ date }) => date === on)?.version ?? removedExceptions[on] ?? 0;
        return service.changeDay(null, id, on, seen, periods && { periods, note: why });
      };
      return change(name, edit, { [on]: periods ?? [] });
    });
  subcommand(command, 'holiday', 'makes a date a holiday for everybody: nobody works, or only within some hours')
    .argument('<date>')
    .argument('[name...]')
    .option('--hours <text>', 'who works then works only within these', 'off')
    .option('--remove', 'makes it a day like any other again')
    .action((date, words, { hours, remove = false }) => {
      const periods = reading(readPeriods, hours);
      const holiday = remove ? null : { name: words.join(' '), periods };
      const edit = async (service: Schedule) =>
        service.changeHoliday(null, date, await service.holidayVersion(date), holiday);
      return make(edit, { [date]: holiday?.periods ?? [] });
    });
};

if (import.meta.main) await runAsProcess('schedule', schedule);
