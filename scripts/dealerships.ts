/** `npm run dealerships`: the dealerships that may ask for an agent. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { brand } from '#brand/brand.ts';
import { nameLine } from '#contract/clean-text.ts';
import type { DealershipPatch } from '#contract/desk/dealership-endpoints.ts';
import { datePattern, dealershipLimits, dealershipRefusals } from '#contract/desk/dealerships.ts';
import { shortIdOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { isTimeZone, nameKeyOf } from '#server/dealerships/name.ts';
import {
  allDealerships,
  type DealershipOutcome,
  type Dealerships,
  type ListedDealership,
} from '#server/dealerships/service.ts';
import { readPhone } from '#server/phone.ts';
import { dealershipsOf, findOne } from './commands/dealerships.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, runAsProcess, subcommand } from './commands/run.ts';
import { clockTime, oneLine } from './commands/terminal.ts';

const columns = { ID: 8, NAME: 32, TELEPHONE: 20, 'TIME ZONE': 20, AGREEMENT: 12, '': 0 };

/** Reads a telephone number as it is typed. An empty text means none. */
function readTelephone(typed: string): string {
  const phone = typed.trim();
  if (phone !== '' && !readPhone(phone)) throw new InvalidArgumentError('That is not a telephone number.');
  return phone;
}

function readZone(typed: string): string {
  const zone = typed.trim();
  if (zone !== '' && !isTimeZone(zone)) throw new InvalidArgumentError('That is not a time zone.');
  return zone;
}

function readName(typed: string): string {
  const name = nameLine(typed);
  if (name === '') throw new InvalidArgumentError('Give a name.');
  if (name.length > dealershipLimits.name) {
    throw new InvalidArgumentError(`A name has at most ${dealershipLimits.name} characters.`);
  }
  return name;
}

function readDate(typed: string): string | null {
  const date = typed.trim();
  if (date !== '' && !datePattern.test(date)) throw new InvalidArgumentError('Write a date such as 2026-11-02.');
  return date || null;
}

function statusOf({ sample_at, removed_at, closed_at }: ListedDealership): string {
  if (removed_at !== null) return `removed ${clockTime(removed_at)}`;
  if (closed_at !== null) return `closed ${clockTime(closed_at)}`;
  return sample_at === null ? '' : 'sample';
}

const cellsOf = (one: ListedDealership) => [
  shortIdOf(one.id),
  one.name,
  one.phone ?? 'none',
  one.zone ?? '',
  one.agreement_date ?? 'none',
  statusOf(one),
];

/** The dealership of an outcome. Throws a refusal in the words of the desk. */
function madeOf(outcome: DealershipOutcome) {
  if (outcome.kind === 'refused') throw new CommandError(dealershipRefusals[outcome.why].text);
  return outcome.dealership;
}

export const dealerships: Declare = (command, { now, withStorage, write, writeTable }) => {
  const withAll = (work: (all: Dealerships, storage: Storage) => Promise<unknown>) =>
    withStorage(async (storage, config) => void (await work(dealershipsOf(storage, config, now), storage)));
  /** Changes the dealership with a name or id, and writes the result. */
  const change = (typed: string, work: (all: Dealerships, one: ListedDealership) => Promise<string>) =>
    withAll(async (all, storage) => {
      const one = await findOne(storage, typed);
      await write(`${oneLine(one.name)}${await work(all, one)}\n`);
    });
  const edit = (typed: string, patch: DealershipPatch, says: string) =>
    change(typed, async (all, { id }) => {
      madeOf(await all.edit(null, { id }, patch));
      return says;
    });
  /** Writes how many dealerships share a name, when it is more than one. */
  async function sayWhoElse({ db }: Storage, name: string): Promise<void> {
    const same = (await allDealerships(db)).filter((one) => nameKeyOf(one.name) === nameKeyOf(name));
    if (same.length < 2) return;
    const apart = new Set(same.map(({ phone }) => phone)).size === same.length && same.every(({ phone }) => phone);
    const how = apart
      ? 'The portal tells them apart by their telephones.'
      : 'The portal cannot tell those apart that have one telephone or none: give each its own, or remove one that was added twice.';
    await write(`${same.length} dealerships have this name now. ${how}\n`);
  }

  command
    .description('The dealerships that may ask for an agent.')
    .addHelpText('after', '\nNAME is a name in any case, or the id that list shows. Quote a name with spaces.');
  subcommand(command, 'list', 'every dealership with its id')
    .option('--removed', 'also those that were removed')
    .action(({ removed = false }) =>
      withAll(async (all) => {
        const listed = await all.list();
        await writeTable(columns, listed.filter(({ removed_at }) => removed || removed_at === null).map(cellsOf));
      }),
    );
  subcommand(command, 'add', 'adds a dealership')
    .argument('<name>', '', readName)
    .option('--phone <number>', 'the telephone that agents call back', readTelephone)
    .option('--zone <zone>', `its time zone, such as America/Chicago (default ${brand.timeZone})`, readZone)
    .option('--agreement <date>', 'the day of the agreement, such as 2026-11-02; it gets no code before', readDate)
    .action((name, { phone = '', zone = '', agreement = null }) =>
      withAll(async (all, storage) => {
        const one = madeOf(await all.add(null, { name, phone, zone, agreementDate: agreement }));
        await write(
          `${shortIdOf(one.id)}  ${oneLine(name)}  ${one.phone === null ? 'no telephone' : oneLine(one.phone)}\n`,
        );
        await sayWhoElse(storage, name);
      }),
    );
  subcommand(command, 'rename', 'gives it another name')
    .argument('<name>', '', readName)
    .addOption(new Option('--to <name>').argParser(readName).makeOptionMandatory())
    .action((name, { to }) =>
      withAll(async (all, storage) => {
        const one = await findOne(storage, name);
        madeOf(await all.edit(null, { id: one.id }, { name: to }));
        await write(`${oneLine(one.name)} is ${oneLine(to)} now.\n`);
        await sayWhoElse(storage, to);
      }),
    );
  subcommand(command, 'phone', "changes its telephone; '' for none")
    .argument('<name>', '', readName)
    .argument('<number>', '', readTelephone)
    .action((name, phone) => edit(name, { phone }, `  ${phone === '' ? 'no telephone' : oneLine(phone)}`));
  subcommand(command, 'zone', "changes its time zone; '' for the default")
    .argument('<name>', '', readName)
    .argument('<zone>', '', readZone)
    .action((name, zone) => edit(name, { zone }, `  ${zone || brand.timeZone}`));
  command
    .command('agreement')
    .description("writes down the day of its agreement; '' for none. It gets no code of its own before that day")
    .argument('<name>', '', readName)
    .argument('<date>', '', readDate)
    .action((name, date) => edit(name, { agreementDate: date }, `  agreement ${date ?? 'none'}`));
  command
    .command('close')
    .description('closes its account: its access codes end within a second; requests that run go on to their end')
    .argument('<name>', '', readName)
    .action((name) =>
      change(name, async (all, { id }) => {
        madeOf(await all.close(null, { id }));
        return ': the account is closed, and its access codes end.';
      }),
    );
  subcommand(command, 'reopen', 'opens a closed account again; it gets a new access code')
    .argument('<name>', '', readName)
    .action((name) =>
      change(name, async (all, { id }) => {
        madeOf(await all.reopen(null, { id }));
        return ': the account is open again. Its earlier access codes stay ended.';
      }),
    );
  subcommand(command, 'remove', 'takes it off the list and ends its access codes; its requests stay')
    .argument('<name>', '', readName)
    .action((name) =>
      change(name, async (all, { id }) => {
        await all.remove(null, id);
        return ' is removed, and its access codes end.';
      }),
    );
  subcommand(command, 'remove-samples', 'removes the sample dealerships that the first start stored').action(() =>
    withAll(async (all) => write(`${await all.removeSamples(null)} sample dealerships removed.\n`)),
  );
};

if (import.meta.main) await runAsProcess('dealerships', dealerships);
