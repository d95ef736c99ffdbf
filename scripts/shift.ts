/** `npm run shift`: the people who take agent requests. */

import { isOneAddress } from '#server/mail-address.ts';
import { createShift, type Shift } from '#server/people/service.ts';
import { readPhone } from '#server/phone.ts';
import { CommandError, readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run shift -- list|add|on|off [NAME] [options]

  list             everybody, and who is on shift
  add NAME         adds somebody and begins their shift; for a known name, replaces how they are reached
    --phone NUMBER   gets a text of every request
    --mail ADDRESS   gets a mail of every request
  on NAME          begins somebody's shift
  off NAME         ends it; requests that are running are not taken away
  --help           this text`;

const columns: readonly Column[] = [
  { heading: 'NAME', width: 24 },
  { heading: 'TELEPHONE', width: 16 },
  { heading: 'MAIL', width: 30 },
  { heading: 'ON SHIFT', width: 0 },
];

async function list(shift: Shift): Promise<void> {
  await write(`${tableHead(columns)}\n`);
  for (const { name, phone, mail, on_shift_at: since } of await shift.list()) {
    await write(`${tableLine(columns, [name, phone ?? '', mail ?? '', since ? `since ${clockTime(since)}` : 'no'])}\n`);
  }
}

async function add(shift: Shift, name: string, typed: string | undefined, mail: string | undefined): Promise<void> {
  const phone = typed === undefined ? null : readPhone(typed)?.number;
  if (phone === undefined) throw usageError(`${typed} is no telephone number`, usage);
  if (mail !== undefined && !isOneAddress(mail)) throw usageError(`${mail} is not one e-mail address`, usage);
  if (phone === null && mail === undefined) throw usageError('Give --phone, --mail or both', usage);
  await shift.add({ name, phone, mail: mail ?? null });
}

await runCommand(async (args) => {
  const { options, words } = readCommand(
    args,
    { phone: { type: 'string' }, mail: { type: 'string' }, help: { type: 'boolean' } },
    usage,
  );
  if (options.help) return write(`${usage}\n`);
  const [action, ...rest] = words;
  const name = rest.join(' ').trim();
  await withStorage(async (storage) => {
    const shift = createShift({ storage, now: () => new Date() });
    if (action !== 'list' && action !== 'add' && action !== 'on' && action !== 'off')
      throw usageError('Say list, add, on or off', usage);
    if (action !== 'list' && name === '') throw usageError('Give a name', usage);
    if (action === 'add') await add(shift, name, options.phone, options.mail);
    else if (action !== 'list' && !(await shift.set(name, action === 'on'))) {
      throw new CommandError(`There is nobody called ${JSON.stringify(name)}. npm run shift -- list shows everybody.`);
    }
    await list(shift);
    if (await shift.isEmpty()) {
      await write('\nNobody is on shift: a request reaches the operator alone, and its card says to call.\n');
    }
  });
});
