/** `npm run shift`: the people who take agent requests. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { takesRequests } from '#server/desk/policy.ts';
import { AccountAddressError, createShift, reachesBy, type Shift } from '#server/people/service.ts';
import { readPhone } from '#server/phone.ts';
import { readInvited } from '#server/sign-in/service.ts';
import { auditOf } from './commands/audit.ts';
import { CommandError } from './commands/failures.ts';
import { nameOf } from './commands/names.ts';
import { type Declare, readAddress, runAsProcess, subcommand } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

const columns = { NAME: 24, TELEPHONE: 16, MAIL: 30, 'ON SHIFT': 0 };

/** Reads a telephone number into E.164. */
function readNumber(typed: string): string {
  const phone = readPhone(typed);
  if (!phone) throw new InvalidArgumentError('That is not a telephone number.');
  return phone.number;
}

export const shift: Declare = (command, { now, withStorage, write, writeTable }) => {
  /** Changes the shift and then writes everybody with their shifts. */
  const change = (work: (people: Shift) => Promise<void>) =>
    withStorage(async (storage, config) => {
      const audit = auditOf(config, now);
      const people = createShift({
        storage,
        audit,
        invited: readInvited,
        reaches: reachesBy(config),
        takesRequests,
        now,
      });
      await work(people);
      const rows = (await people.list()).map(({ name, phone, mail, on_shift_at: since }) => [
        name,
        phone ?? '',
        mail ?? '',
        since ? `since ${clockTime(since)}` : 'no',
      ]);
      await writeTable(columns, rows);
      if (await people.isEmpty()) {
        await write(
          '\nNobody is on shift: nobody is texted, and the card of a request says to call. The operator is mailed, and the desk rings for whoever switched themselves available, otherwise for admins on call.\n',
        );
      }
    });

  command.description('The people who take agent requests. NAME may hold spaces.');
  subcommand(command, 'list', 'everybody, and who is on shift').action(() => change(async () => {}));
  subcommand(command, 'add', 'adds somebody and begins their shift; for a known name, replaces how they are reached')
    .argument('<name...>')
    .option('--phone <number>', 'gets a text of every request', readNumber)
    .option('--mail <address>', 'gets a mail of every request', readAddress)
    .action((words, { phone = null, mail = null }, add) => {
      if (phone === null && mail === null) add.error('error: give --phone, --mail or both');
      const name = nameOf(words, add);
      return change(async (people) => {
        const lost = await people.add({ name, phone, mail }).catch((error: unknown) => {
          if (!(error instanceof AccountAddressError)) throw error;
          throw new CommandError(
            `${JSON.stringify(name)} signs in to the desk with another address. Change it there, under People: the old address is told.`,
          );
        });
        const ways = [lost.phone && `texts at ${lost.phone}`, lost.mail && `mails at ${lost.mail}`].filter(Boolean);
        for (const way of ways)
          await write(`${JSON.stringify(name)} gets no ${way} any more. To keep both, give both.\n\n`);
      });
    });
  for (const [word, on, what] of [
    ['on', true, "begins somebody's shift"],
    ['off', false, 'ends it; requests that are running are not taken away'],
  ] as const) {
    command
      .command(word)
      .description(what)
      .argument('<name...>')
      .action((words, _, command) => {
        const name = nameOf(words, command);
        return change(async (people) => {
          const outcome = await people.set(name, on);
          if (outcome === 'done') return;
          throw new CommandError(
            outcome === 'notFound'
              ? `There is nobody called ${JSON.stringify(name)}. npm run shift -- list shows everybody.`
              : `${JSON.stringify(name)} only reads at the desk and takes no requests. Give another role there, under People.`,
          );
        });
      });
  }
};

if (import.meta.main) await runAsProcess('shift', shift);
