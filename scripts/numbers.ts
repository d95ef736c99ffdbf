/** `npm run numbers`: the figures of the desk in the terminal, with the desk's counting and words. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { brand } from '#brand/brand.ts';
import { csvOf, figureTablesOf, isShort, valueText } from '#contract/desk/figure-tables.ts';
import { changeText, countText, daysText, decimalText, durationText, shareText } from '#contract/desk/figure-words.ts';
import {
  definitions,
  type FigureName,
  type FigureTable,
  figureRefusals,
  figureTableNames,
  figureTables,
  periodKinds,
  stepNames,
} from '#contract/desk/figures.ts';
import type { Figures, Spread } from '#contract/desk/figures-endpoints.ts';
import { isDay } from '#server/calendar.ts';
import { machineClocks } from '#server/clock.ts';
import { csvHead, csvLine } from '#server/csv.ts';
import type { Storage } from '#server/database/open.ts';
import { namesOf } from '#server/dealerships/service.ts';
import { createFigures } from '#server/figures/service.ts';
import { everybody } from '#server/people/service.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, helpOnFiles, runAsProcess } from './commands/run.ts';
import { oneLine } from './commands/terminal.ts';

function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('Write a day of the years 2000 to 2999, as 2026-11-22.');
  return text;
}

/** The id of the thing with a typed name or id. Throws when there is none, or more than one. */
function oneNamed(what: string, all: readonly { readonly id: string; readonly name: string }[], typed: string): string {
  const wanted = typed.toLowerCase();
  const found = all.filter(({ id, name }) => id === typed || name.toLowerCase() === wanted);
  const [only] = found;
  if (only === undefined) throw new CommandError(`There is no ${what} "${oneLine(typed)}".`);
  if (found.length > 1) {
    throw new CommandError(
      `Several have the name "${oneLine(typed)}". Give an id: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  return only.id;
}

const spreadText = ({ medianMs, nineOfTenMs }: Spread): string =>
  `${durationText(medianMs)} (median), 9 of 10 within ${durationText(nineOfTenMs)}`;

function headOf({ period, zone, dealership, person, totals, before }: Figures): string {
  const who = [dealership?.name ?? 'all dealerships', person?.name ?? 'all people'].map(oneLine).join(', ');
  const { requests, minutes, notBilled, notBilledMinutes } = totals;
  const lines: [FigureName, string][] = [
    ['requests', `${countText(requests)}, ${changeText(requests, before.requests, period.kind, period.running)}`],
    ['accept', spreadText(totals.accept)],
    ['connect', spreadText(totals.connect)],
    ['wait', spreadText(totals.wait)],
    ['missed', countText(totals.missed)],
    ['contracted', `${shareText(totals.contracted, totals.decided)}, ${totals.contracted} of ${totals.decided}`],
    ['products', decimalText(totals.contracted === 0 ? null : totals.products / totals.contracted)],
    ['minutes', countText(minutes)],
    ['notBilled', `${countText(notBilled)} with ${countText(notBilledMinutes)} minutes`],
    ['tests', countText(totals.tests)],
    ['calls', `${countText(totals.calls)} with ${countText(totals.callMinutes)} minutes`],
  ];
  const width = Math.max(...lines.map(([name]) => definitions[name].name.length));
  return [
    `${daysText(period.from, period.to)} (${zone}), ${who}`,
    '',
    ...lines.map(([name, text]) => `${definitions[name].name.padEnd(width)}  ${text}`),
    '',
  ].join('\n');
}

/** The tables of totals have too many columns for a terminal. */
const ofTotals: readonly FigureTable[] = ['time', 'people', 'dealerships'];

/** A table whose columns are as wide as their longest cell. */
function tableText(figures: Figures, name: FigureTable): string {
  const { columns, rows } = figureTablesOf[name](figures);
  if (rows.length === 0) return '';
  const shown = columns
    .map((column, at) => ({ column, at }))
    .filter(({ column, at }) => !ofTotals.includes(name) || isShort(column, at));
  const lines = [
    shown.map(({ column }) => column.label),
    ...rows.map(({ values }) =>
      shown.map(({ column, at }) => oneLine(valueText(column.kind, values[at] ?? null, figures.zone))),
    ),
  ];
  const widths = shown.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${figureTables[name]}\n${text.map((line) => `  ${line}`).join('\n')}\n\n`;
}

const definitionsText = (): string =>
  Object.values(definitions)
    .map(({ name, counted }) => `${name}\n  ${counted}\n`)
    .join('\n');

async function idsOf(
  storage: Storage,
  { dealership, person }: { dealership?: string | undefined; person?: string | undefined },
) {
  return {
    ...(dealership !== undefined && {
      dealership: oneNamed(
        'dealership',
        [...(await namesOf(storage.reads))].map(([id, name]) => ({ id, name })),
        dealership,
      ),
    }),
    ...(person !== undefined && { person: oneNamed('person', await everybody(storage.reads), person) }),
  };
}

export const numbers: Declare = (command, { now, withStorage, write }) => {
  command
    .description('Shows the figures of a period as the desk counts them. Days are those of the desk’s time zone.')
    .addOption(new Option('--period <period>', 'day, week (default), four-weeks or custom').choices(periodKinds))
    .addOption(
      new Option('--day <day>', 'a day of the period, as 2026-11-22 (default: today)')
        .argParser(readDay)
        .conflicts(['from', 'to']),
    )
    .option('--from <day>', 'the first day of a custom period', readDay)
    .option('--to <day>', 'the last day of a custom period', readDay)
    .addOption(new Option('--step <step>', 'the rows of the table over time').choices(stepNames))
    .option('--dealership <name>', 'of one dealership, by its name or id')
    .option('--person <name>', 'of one person, by their name or id')
    .option('--counted', 'say how each figure is counted, and nothing else')
    .addOption(
      new Option('--csv [table]', 'one table as CSV; times in seconds, shares as parts of one')
        .choices(figureTableNames)
        .preset('time' as const),
    )
    .addHelpText('after', helpOnFiles('numbers'))
    .action(async ({ counted = false, csv, dealership, person, ...query }) => {
      if (counted) return write(definitionsText());
      const { period: kind } = query;
      const others = kind === 'custom' ? (['day'] as const) : (['from', 'to'] as const);
      const stray = kind && others.find((name) => query[name] !== undefined);
      if (stray) command.error(`error: option '--${stray} <day>' cannot be used with '--period ${kind}'`);
      await withStorage(async (storage) => {
        const service = createFigures({
          storage,
          zone: brand.timeZone,
          now,
          clockMs: machineClocks.clockMs,
          keeps: false,
          onError: () => {},
        });
        const period = query.period ?? (query.from !== undefined || query.to !== undefined ? 'custom' : undefined);
        const asked = { ...query, ...(period && { period }), ...(await idsOf(storage, { dealership, person })) };
        const figures = await service.view(asked, Number.POSITIVE_INFINITY);
        if (!figures) throw new CommandError(figureRefusals.badPeriod.text);
        if (csv) {
          const { names, lines } = csvOf(figures, csv as FigureTable);
          await write(csvHead(names));
          for (const line of lines) await write(csvLine(line));
        } else {
          await write(`${headOf(figures)}\n`);
          for (const name of figureTableNames) await write(tableText(figures, name));
        }
      });
    });
};

if (import.meta.main) await runAsProcess('numbers', numbers);
