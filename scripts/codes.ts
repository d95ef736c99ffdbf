/** `npm run codes`: the access codes of the dealer portal. */
import { type CodeName, readCodeName } from '#server/access/code.ts';
import { type Codes, type IssuedCode, type ListedCode, SharedCodeOffError } from '#server/access/codes.ts';
import { codesOf } from './commands/codes.ts';
import { findOne } from './commands/dealerships.ts';
import { CommandError, readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run codes -- issue|list|revoke|rotate [options]

  issue                      makes a code that dealerships share and shows it this once
    --dealership NAME        makes it that dealership's own; npm run dealerships lists and adds them
    --days N                 the code ends after so many days
  list                       every code by its number; none is shown again
  revoke CODE                ends a code and its sessions within a second
  rotate CODE                puts a new code in an old one's place
    --keep-hours N           the old one still holds for so long (default 0: it ends at once)
  --help                     this text

CODE is the code's number, as list shows it; the code itself will do too.`;

const hourMs = 60 * 60_000;

const columns: readonly Column[] = [
  { heading: 'CODE', width: 6 },
  { heading: 'FOR', width: 30 },
  { heading: 'MADE', width: 20 },
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

async function list(codes: Codes): Promise<void> {
  const now = new Date().toISOString();
  await write(`${tableHead(columns)}\n`);
  for (const code of await codes.list()) {
    const cells = [String(code.number), code.dealership ?? 'shared', clockTime(code.created_at), standingOf(code, now)];
    await write(`${tableLine(columns, cells)}\n`);
  }
}

const show = ({ code, number }: IssuedCode, whose = '') =>
  write(`${code}\nThis is code ${number}${whose}. It is shown this once.\n`);

async function issue(codes: Codes, dealership: string | null, until: string | null): Promise<void> {
  try {
    await show(await codes.issue(dealership, until), dealership === null ? ', for every dealership' : '');
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
      days: { type: 'string' },
      'keep-hours': { type: 'string' },
      help: { type: 'boolean' },
    },
    usage,
  );
  const [action, name, ...more] = words;
  if (options.help) return write(`${usage}\n`);
  if (more.length > 0 || (name !== undefined && (action === 'issue' || action === 'list'))) {
    throw usageError('Name one code at a time; a dealership stands after --dealership', usage);
  }
  await withStorage(async (storage, config) => {
    const codes = codesOf(storage, config);
    if (action === 'list') return list(codes);
    if (action === 'issue') {
      const days = readNumber(options.days, 'days');
      const own = options.dealership;
      const id = own === undefined ? null : (await findOne(storage, own)).id;
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
    throw usageError('Say issue, list, revoke or rotate', usage);
  });
});
