/** `npm run audit`: checks the chain of the audit log, and prunes it. Admins read the log itself at the desk. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  anchorOf,
  type Break,
  beginNewChain,
  type Head,
  programNames,
  pruneAudit,
  readAnchor,
  readHead,
  verifyAudit,
  whoSaw,
} from '#server/audit/service.ts';
import { isDay } from '#server/calendar.ts';
import { csvHead, csvLine } from '#server/csv.ts';
import type { Storage } from '#server/database/open.ts';
import { isOwnKey, noteNewKey } from '#server/key-check.ts';
import { settingOf } from '#server/settings/service.ts';
import { dayMs } from '#server/times.ts';
import { keyedOf } from './commands/audit.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, runAsProcess, subcommand } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

function readHeadText(typed: string): Head {
  const head = readAnchor(typed);
  if (!head) throw new InvalidArgumentError('A head looks like 1234:AbC…, as the log and the daily mail have it.');
  return head;
}

function readDay(typed: string): Date {
  if (!isDay(typed)) throw new InvalidArgumentError('It must be a day of the years 2000 to 2999, such as 2026-01-31.');
  return new Date(`${typed}T00:00:00.000Z`);
}

const numbered = (first: number, last = first) =>
  first === last ? `entry ${first}` : `the entries ${first} to ${last}`;

const wordsOf: Record<Break['kind'], (found: Break) => string> = {
  changed: ({ seq }) => `Entry ${seq} was changed.`,
  removed: ({ seq, through }) => `Removed: ${numbered(seq, through)}.`,
  'cut-off': ({ seq, through }) => `The end was cut off: ${numbered(seq, through)}.`,
  'head-changed': ({ seq }) => `The head was changed: it is not that of entry ${seq}, the newest one.`,
  'checkpoint-changed': ({ seq }) => `The checkpoint after entry ${seq} was not written with this key.`,
  'not-anchored': ({ seq }) => `Entry ${seq} is not the one whose head was kept: the log was rewritten.`,
};

/** The note that a restore lost the entries after its backup, which explains what is missing. Empty without a restore. */
async function restoreNote({ db }: Storage): Promise<string> {
  const restoredAt = await settingOf(db, 'last-restore');
  return restoredAt === undefined
    ? ''
    : ` The database was restored ${clockTime(restoredAt)}: heads of the time between the backup and the restore do not fit it any more.`;
}

export const audit: Declare = (command, { now, withStorage, write }) => {
  command.description('The audit log: who saw and changed what. Admins read it at the desk.');
  subcommand(command, 'verify', 'checks every entry, and names the first that somebody changed, removed or cut off')
    .option('--anchor <head>', 'a head from the log or the daily mail: shows whether the end was cut off', readHeadText)
    .action(({ anchor }) =>
      withStorage(async (storage, config) => {
        const found = await verifyAudit(storage, keyedOf(config), anchor);
        const { entries, prunedThrough, broken, anchored, head } = found;
        if (broken) {
          const note = broken.kind === 'not-anchored' || broken.kind === 'cut-off' ? await restoreNote(storage) : '';
          throw new CommandError(`${wordsOf[broken.kind](broken)} Before that, ${entries} entries hold.${note}`);
        }
        const pruned =
          prunedThrough > 0
            ? ` Entries up to ${prunedThrough} are not checked: they were pruned, or made with an earlier key.`
            : '';
        const compared = anchored ? ` It agrees with the head of entry ${anchor?.seq}.` : '';
        await write(
          `The audit log is intact: ${entries} entries.${pruned}${compared}\nIts head is ${anchorOf(head)}\n`,
        );
        if (anchor && !anchored)
          await write('The entry of the given head is not checked any more, so nothing could be compared.\n');
      }),
    );
  subcommand(command, 'seen', 'says as CSV who saw which record from one day to another, both included')
    .requiredOption('--from <day>', 'the first day (UTC), such as 2026-01-31', readDay)
    .requiredOption('--to <day>', 'the last day (UTC)', readDay)
    .action(({ from, to }) =>
      withStorage(async ({ db }) => {
        if (from > to) throw new CommandError('The last day must not come before the first.');
        const before = new Date(to.getTime() + dayMs).toISOString();
        const rows = await whoSaw(db, { from: from.toISOString(), before });
        await write(csvHead(['who_kind', 'who_id', 'how', 'kind', 'id', 'times', 'first_at', 'last_at']));
        for (const { personId, program, how, kind, id, times, firstAt, lastAt } of rows) {
          const whoKind = program ? programNames[program.kind] : personId !== null ? 'person' : 'server';
          await write(csvLine([whoKind, program?.id ?? personId ?? '', how, kind, id, String(times), firstAt, lastAt]));
        }
      }),
    );
  subcommand(command, 'head', 'shows the head, to be kept where the server cannot reach it').action(() =>
    withStorage(async ({ db }) => {
      const head = await readHead(db);
      if (!head) throw new CommandError('The head is missing. Run npm run audit -- verify.');
      await write(`${anchorOf(head)}\n`);
    }),
  );
  command
    .command('new-key')
    .description('begins a new chain after SECRET_KEY was changed; earlier entries stay and are not checked any more')
    .action(() =>
      withStorage(
        async (storage, config) => {
          const keyed = keyedOf(config);
          const { broken } = await verifyAudit(storage, keyed);
          const isOwn = await isOwnKey(storage.db, keyed);
          if (!broken && isOwn) throw new CommandError('The log is intact with this key. Nothing was changed.');
          if (broken) {
            const through = await beginNewChain({ storage, keyed, now });
            await write(`Entries up to ${through} are not checked any more. The chain goes on from there.\n`);
          }
          await noteNewKey(storage.db, keyed, now().toISOString());
          await write('Servers start with this key from now on.\n');
        },
        { otherKey: true },
      ),
    );
  subcommand(command, 'prune', 'deletes the entries before a day, and leaves a sealed checkpoint')
    .requiredOption('--before <day>', 'a day (UTC), such as 2026-01-31', readDay)
    .action(({ before }) =>
      withStorage(async (storage, config) => {
        if (before > now()) throw new CommandError('This day is still to come.');
        const keyed = keyedOf(config);
        const { broken } = await verifyAudit(storage, keyed);
        if (broken)
          throw new CommandError(`${wordsOf[broken.kind](broken)} Nothing was pruned, so that it can be looked into.`);
        const count = await pruneAudit({ storage, keyed, now }, before);
        await write(`${count} entries were pruned.\n`);
      }),
    );
};

if (import.meta.main) await runAsProcess('audit', audit);
