/** `npm run codes`: the access codes of the dealer portal. */
import { mintId } from '#contract/reference.ts';
import { readPhone } from '#server/phone.ts';
import { type CodeName, readCodeName } from '#server/portal/code.ts';
import { type Codes, type IssuedCode, type ListedCode, SharedCodeOffError } from '#server/portal/codes.ts';
import { allDealerships, type StoredDealership } from '#server/portal/store.ts';
import type { Storage } from '#server/storage/open.ts';
import { codesOf } from './commands/codes.ts';
import { CommandError, readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, oneLine, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run codes -- issue|list|revoke|rotate|dealership [options]

  issue                      makes a code that dealerships share and shows it this once
    --dealership NAME        makes it that dealership's own
    --add                    adds the dealership when it is not known yet
    --phone NUMBER           the telephone of the added dealership
    --days N                 the code ends after so many days
  list                       every code by its number; none is shown again
  revoke CODE                ends a code and its sessions within a second
  rotate CODE                puts a new code in an old one's place
    --keep-hours N           the old one still holds for so long (default 0: it ends at once)
  dealership NAME            changes a dealership, and shows it
    --phone NUMBER           the telephone that agents call back; '' for none
  --help                     this text

CODE is the code's number, as list shows it; the code itself will do too.`;

const hourMs = 60 * 60_000;

const columns: readonly Column[] = [
  { heading: 'CODE', width: 6 },
  { heading: 'FOR', width: 30 },
  { heading: 'MADE', width: 18 },
  { heading: 'STANDS', width: 0 },
];

function standingOf({ revoked_at, expires_at }: ListedCode, now: string): string {
  if (revoked_at !== null) return `revoked ${clockTime(revoked_at)}`;
  if (expires_at === null) return 'holds';
  return expires_at <= now ? `ended ${clockTime(expires_at)}` : `holds until ${clockTime(expires_at)}`;
}

function readNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw usageError(`--${name} must be a whole number from 1; it was ${text}`, usage);
  return Number(text);
}

/** Which code is meant. */
function readName(text: string | undefined): CodeName {
  const name = readCodeName(text ?? '');
  if (!name) throw usageError('Name a code by its number, as list shows it', usage);
  return name;
}

const noSuchCode = (name: CodeName) =>
  new CommandError(
    `There is no code ${'number' in name ? `${name.number} ` : ''}that holds. npm run codes -- list shows them.`,
  );

/** A telephone as it was typed, for people read it; null for none. */
function readTelephone(typed: string | undefined): string | null {
  const phone = typed?.trim() || null;
  if (phone !== null && !readPhone(phone)) throw usageError(`${phone} is no telephone number`, usage);
  return phone;
}

const isCalled = (name: string) => (one: StoredDealership) => one.name.toLowerCase() === name.trim().toLowerCase();

const noDealership = (name: string, all: readonly StoredDealership[]) =>
  new CommandError(
    `There is no dealership ${JSON.stringify(name)}. npm run codes -- issue with --add adds it. There are:\n${all
      .map((one) => `  ${oneLine(one.name)}`)
      .join('\n')}`,
  );

async function dealershipId(storage: Storage, name: string, add: boolean, typed: string | undefined): Promise<string> {
  const all = await allDealerships(storage.db);
  const known = all.find(isCalled(name));
  if (known && typed !== undefined) {
    throw usageError(`${oneLine(known.name)} is known. npm run codes -- dealership changes its telephone`, usage);
  }
  if (known) return known.id;
  if (!add) throw noDealership(name, all);
  const id = mintId();
  const row = { id, name: name.trim(), phone: readTelephone(typed), created_at: new Date().toISOString() };
  await storage.db.insertInto('dealerships').values(row).execute();
  return id;
}

async function changeDealership(storage: Storage, name: string, typed: string | undefined): Promise<void> {
  if (name === '' || typed === undefined) throw usageError('Give a name and --phone', usage);
  const phone = readTelephone(typed);
  const all = await allDealerships(storage.db);
  const known = all.find(isCalled(name));
  if (!known) throw noDealership(name, all);
  await storage.db.updateTable('dealerships').set({ phone }).where('id', '=', known.id).execute();
  await write(`${oneLine(known.name)}  ${phone === null ? 'no telephone' : oneLine(phone)}\n`);
}

async function list(codes: Codes): Promise<void> {
  const now = new Date().toISOString();
  await write(`${tableHead(columns)}\n`);
  for (const code of await codes.list()) {
    const cells = [String(code.number), code.dealership ?? 'shared', clockTime(code.created_at), standingOf(code, now)];
    await write(`${tableLine(columns, cells)}\n`);
  }
}

const show = ({ code, number }: IssuedCode) => write(`${code}\nThis is code ${number}. It is shown this once.\n`);

async function issue(codes: Codes, dealership: string | null, until: string | null): Promise<void> {
  try {
    await show(await codes.issue(dealership, until));
  } catch (error) {
    if (!(error instanceof SharedCodeOffError)) throw error;
    throw new CommandError(
      'Shared codes are switched off. Give --dealership, or allow them: npm run settings -- shared-code on',
    );
  }
}

await runCommand(async (args) => {
  const { options, words } = readCommand(
    args,
    {
      dealership: { type: 'string' },
      add: { type: 'boolean' },
      phone: { type: 'string' },
      days: { type: 'string' },
      'keep-hours': { type: 'string' },
      help: { type: 'boolean' },
    },
    usage,
  );
  const [action, name, ...rest] = words;
  if (options.help) return write(`${usage}\n`);
  await withStorage(async (storage, config) => {
    if (action === 'dealership') return changeDealership(storage, [name, ...rest].join(' ').trim(), options.phone);
    const codes = codesOf(storage, config);
    if (action === 'list') return list(codes);
    if (action === 'issue') {
      const days = readNumber(options.days, 'days');
      const own = options.dealership;
      const id = own === undefined ? null : await dealershipId(storage, own, options.add === true, options.phone);
      const until = days === undefined ? null : new Date(Date.now() + days * 24 * hourMs).toISOString();
      return issue(codes, id, until);
    }
    if (action === 'revoke') {
      const named = readName(name);
      const number = await codes.revoke(named);
      if (number === undefined) throw noSuchCode(named);
      return write(`Code ${number} is revoked, and its sessions end.\n`);
    }
    if (action === 'rotate') {
      const named = readName(name);
      const hours = readNumber(options['keep-hours'], 'keep-hours') ?? 0;
      const issued = await codes.rotate(named, hours * hourMs);
      if (!issued) throw noSuchCode(named);
      return show(issued);
    }
    throw usageError('Say issue, list, revoke, rotate or dealership', usage);
  });
});
