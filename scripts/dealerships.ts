/** `npm run dealerships`: the dealerships that may ask for an agent. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import { isTimeZone, nameKeyOf } from '#server/dealerships/name.ts';
import {
  allDealerships,
  type Dealerships,
  type ListedDealership,
  type StoredDealership,
} from '#server/dealerships/service.ts';
import { readPhone } from '#server/phone.ts';
import { dealershipsOf, findOne, shortId } from './commands/dealerships.ts';
import { type Declare, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine } from './commands/terminal.ts';

const columns = { ID: 8, NAME: 32, TELEPHONE: 20, 'TIME ZONE': 20, '': 0 };

/** Reads a telephone and keeps it as it was typed, because people read it. An empty text is none. */
function readTelephone(typed: string): string | null {
  const phone = typed.trim() || null;
  if (phone !== null && !readPhone(phone)) throw new InvalidArgumentError('It is no telephone number.');
  return phone;
}

function readZone(typed: string): string | null {
  const zone = typed.trim() || null;
  if (zone !== null && !isTimeZone(zone)) throw new InvalidArgumentError('It is no time zone.');
  return zone;
}

const longestName = 200;

function readName(typed: string): string {
  const name = typed.trim();
  if (name === '') throw new InvalidArgumentError('Give a name.');
  if (name.length > longestName) throw new InvalidArgumentError(`A name has at most ${longestName} characters.`);
  return name;
}

function statusOf({ sample_at, removed_at }: ListedDealership): string {
  if (removed_at !== null) return `removed ${clockTime(removed_at)}`;
  return sample_at === null ? '' : 'sample';
}

const cellsOf = (one: ListedDealership) => [shortId(one), one.name, one.phone ?? 'none', one.zone ?? '', statusOf(one)];

export const dealerships: Declare = (command, { now, withStorage, write, writeTable }) => {
  const withAll = (work: (all: Dealerships, storage: Storage) => Promise<unknown>) =>
    withStorage(async (storage) => void (await work(dealershipsOf(storage, now), storage)));
  /** Changes the dealership of a name or id, and says what became of it. */
  const change = (typed: string, work: (all: Dealerships, one: StoredDealership) => Promise<string>) =>
    withAll(async (all, storage) => {
      const one = await findOne(storage, typed);
      await write(`${oneLine(one.name)}${await work(all, one)}\n`);
    });
  /** Says when more than one dealership has a name. */
  async function sayWhoElse({ db }: Storage, name: string): Promise<void> {
    const same = (await allDealerships(db)).filter((one) => nameKeyOf(one.name) === nameKeyOf(name));
    if (same.length < 2) return;
    await write(`${same.length} dealerships have this name now. The portal tells them apart by their telephones.\n`);
  }

  command
    .description('The dealerships that may ask for an agent.')
    .addHelpText('after', '\nNAME is a name in any case, or the id that list shows. Quote a name with spaces.');
  command
    .command('list')
    .description('every dealership with its id')
    .option('--removed', 'also those that were removed')
    .action(({ removed = false }) =>
      withAll(async (all) => {
        const listed = await all.list();
        await writeTable(columns, listed.filter(({ removed_at }) => removed || removed_at === null).map(cellsOf));
      }),
    );
  command
    .command('add')
    .description('adds a dealership')
    .argument('<name>', '', readName)
    .option('--phone <number>', 'the telephone that agents call back', readTelephone)
    .option('--zone <zone>', `its time zone, such as America/Chicago (default ${brand.timeZone})`, readZone)
    .action((name, { phone = null, zone = null }) =>
      withAll(async (all, storage) => {
        const id = await all.add({ name, phone, zone });
        await write(`${shortId({ id })}  ${oneLine(name)}  ${phone === null ? 'no telephone' : oneLine(phone)}\n`);
        await sayWhoElse(storage, name);
      }),
    );
  command
    .command('rename')
    .description('gives it another name')
    .argument('<name>', '', readName)
    .addOption(new Option('--to <name>').argParser(readName).makeOptionMandatory())
    .action((name, { to }) =>
      withAll(async (all, storage) => {
        const one = await findOne(storage, name);
        await all.rename(one.id, to);
        await write(`${oneLine(one.name)} is ${oneLine(to)} now.\n`);
        await sayWhoElse(storage, to);
      }),
    );
  command
    .command('phone')
    .description("changes its telephone; '' for none")
    .argument('<name>', '', readName)
    .argument('<number>', '', readTelephone)
    .action((name, phone) =>
      change(name, async (all, { id }) => {
        await all.setPhone(id, phone);
        return `  ${phone === null ? 'no telephone' : oneLine(phone)}`;
      }),
    );
  command
    .command('zone')
    .description("changes its time zone; '' for the default")
    .argument('<name>', '', readName)
    .argument('<zone>', '', readZone)
    .action((name, zone) =>
      change(name, async (all, { id }) => {
        await all.setZone(id, zone);
        return `  ${zone ?? brand.timeZone}`;
      }),
    );
  command
    .command('remove')
    .description('takes it off the list and ends its access codes; its requests stay')
    .argument('<name>', '', readName)
    .action((name) =>
      change(name, async (all, { id }) => {
        await all.remove(id);
        return ' is removed, and its access codes end.';
      }),
    );
  command
    .command('remove-samples')
    .description('removes the sample dealerships that the first start stored')
    .action(() => withAll(async (all) => write(`${await all.removeSamples()} sample dealerships removed.\n`)));
};

if (import.meta.main) await runAsProcess('dealerships', dealerships);
