/** `npm run dealerships`: the dealerships that may ask for an agent. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import { isTimeZone, nameKeyOf } from '#server/dealerships/name.ts';
import { allDealerships, type Dealerships, type ListedDealership } from '#server/dealerships/service.ts';
import { readPhone } from '#server/phone.ts';
import { dealershipsOf, findOne, shortId } from './commands/dealerships.ts';
import { readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, oneLine, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run dealerships -- list|add|rename|phone|zone|remove|remove-samples [options]

  list                  every dealership with its id
    --removed           also those that were removed
  add NAME              adds a dealership
    --phone NUMBER        the telephone that agents call back
    --zone ZONE           its time zone, such as America/Chicago (default ${brand.timeZone})
  rename NAME           gives it another name
    --to NAME
  phone NAME NUMBER     changes its telephone; '' for none
  zone NAME ZONE        changes its time zone; '' for the default
  remove NAME           takes it off the list and ends its access codes; its requests stay
  remove-samples        removes the sample dealerships that the first start stored
  --help                this text

NAME is a name in any case, or the id that list shows. Quote a name with spaces.`;

const columns: readonly Column[] = [
  { heading: 'ID', width: 8 },
  { heading: 'NAME', width: 32 },
  { heading: 'TELEPHONE', width: 20 },
  { heading: 'TIME ZONE', width: 20 },
  { heading: '', width: 0 },
];

/** A telephone as it was typed, for people read it; null for none. */
function readTelephone(typed: string | undefined): string | null {
  const phone = typed?.trim() || null;
  if (phone !== null && !readPhone(phone)) throw usageError(`${phone} is no telephone number`, usage);
  return phone;
}

function readZone(typed: string | undefined): string | null {
  const zone = typed?.trim() || null;
  if (zone !== null && !isTimeZone(zone)) throw usageError(`${zone} is no time zone`, usage);
  return zone;
}

function readName(typed: string | undefined): string {
  const name = typed?.trim() ?? '';
  if (name === '') throw usageError('Give a name', usage);
  if (name.length > 200) throw usageError('A name has at most 200 characters', usage);
  return name;
}

function standingOf({ sample_at, removed_at }: ListedDealership): string {
  if (removed_at !== null) return `removed ${clockTime(removed_at)}`;
  return sample_at === null ? '' : 'sample';
}

async function list(dealerships: Dealerships, removed: boolean): Promise<void> {
  await write(`${tableHead(columns)}\n`);
  const all = await dealerships.list();
  for (const one of all.filter(({ removed_at }) => removed || removed_at === null)) {
    const cells = [shortId(one), one.name, one.phone ?? 'none', one.zone ?? '', standingOf(one)];
    await write(`${tableLine(columns, cells)}\n`);
  }
}

/** Says when a name is not that of one dealership alone. */
async function sayWhoElse(storage: Storage, name: string): Promise<void> {
  const same = (await allDealerships(storage.db)).filter((one) => nameKeyOf(one.name) === nameKeyOf(name));
  if (same.length < 2) return;
  await write(`${same.length} dealerships have this name now. The portal tells them apart by their telephones.\n`);
}

await runCommand(async (args) => {
  const { options, words } = readCommand(
    args,
    {
      phone: { type: 'string' },
      zone: { type: 'string' },
      to: { type: 'string' },
      removed: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (options.help) return write(`${usage}\n`);
  const [action = '', first, second, ...more] = words;
  if (more.length > 0) throw usageError('Quote a name with spaces', usage);
  if (second !== undefined && action !== 'phone' && action !== 'zone')
    throw usageError('Quote a name with spaces', usage);
  await withStorage(async (storage) => {
    const dealerships = dealershipsOf(storage);
    const named = () => findOne(storage, readName(first));
    switch (action) {
      case 'list':
        return list(dealerships, options.removed === true);
      case 'add': {
        const name = readName(first);
        const phone = readTelephone(options.phone);
        const id = await dealerships.add({ name, phone, zone: readZone(options.zone) });
        await write(`${shortId({ id })}  ${oneLine(name)}  ${phone === null ? 'no telephone' : oneLine(phone)}\n`);
        return sayWhoElse(storage, name);
      }
      case 'rename': {
        const to = readName(options.to);
        const one = await named();
        await dealerships.rename(one.id, to);
        await write(`${oneLine(one.name)} is ${oneLine(to)} now.\n`);
        return sayWhoElse(storage, to);
      }
      case 'phone': {
        if (second === undefined) throw usageError("Give a name and a telephone; '' for none", usage);
        const phone = readTelephone(second);
        const one = await named();
        await dealerships.setPhone(one.id, phone);
        return write(`${oneLine(one.name)}  ${phone === null ? 'no telephone' : oneLine(phone)}\n`);
      }
      case 'zone': {
        if (second === undefined) throw usageError("Give a name and a time zone; '' for the default", usage);
        const zone = readZone(second);
        const one = await named();
        await dealerships.setZone(one.id, zone);
        return write(`${oneLine(one.name)}  ${zone ?? brand.timeZone}\n`);
      }
      case 'remove': {
        const one = await named();
        await dealerships.remove(one.id);
        return write(`${oneLine(one.name)} is removed, and its access codes end.\n`);
      }
      case 'remove-samples':
        return write(`${await dealerships.removeSamples()} sample dealerships removed.\n`);
      default:
        throw usageError('Say list, add, rename, phone, zone, remove or remove-samples', usage);
    }
  });
});
