/** `npm run records -- sweep` and `hold`: what the nightly sweep deletes, its confirmation, and legal holds. */
import { Argument, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  type HoldKind,
  holdKinds,
  mostHoldReason,
  recordRefusals,
  recordsIn,
  sweepDoubts,
} from '#contract/desk/records.ts';
import { timeInWords } from '#contract/record-classes.ts';
import { machineClocks } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { createRetention } from '#server/context/retention.ts';
import type { Storage } from '#server/database/open.ts';
import { auditOf, keyedOf } from './audit.ts';
import { findOne } from './dealerships.ts';
import { CommandError } from './failures.ts';
import { leadIdOf } from './lead-work.ts';
import { type Declare, subcommand, type Tools } from './run.ts';
import { clockTime } from './terminal.ts';

const columns = { KIND: 22, CLASS: 15, DUE: 8, KEPT: 0 };
const lastColumns = { NIGHT: 12, TAKEN: 8, KEPT: 8, STATE: 0 };
const holdColumns = { HOLD: 38, ON: 12, ID: 38, SET: 20, REASON: 0 };

/** The id of a record as people name it: as lists and `find` show it, and as the desk calls it. */
function idOf(storage: Storage, kind: HoldKind, typed: string): string | Promise<string> {
  const named = typed.startsWith(`${kind}:`) ? typed.slice(kind.length + 1) : typed;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(named)) return named;
  return kind === 'lead' ? leadIdOf(storage, named) : findOne(storage, named).then(({ id }) => id);
}

function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '' || reason.length > mostHoldReason)
    throw new InvalidArgumentError(`Write why, in at most ${mostHoldReason} characters.`);
  return reason;
}

export const sweep: Declare = (command, tools) => {
  const { now, write, writeTable, withStorage } = tools;
  const withRetention = <T>(
    work: (retention: ReturnType<typeof createRetention>, storage: Storage) => Promise<T>,
  ): Promise<T> => withStorage((storage, config) => work(retentionOf(storage, config, tools), storage));

  command
    .command('sweep')
    .description('shows what the next sweep will delete and what the last ones deleted; the server sweeps once a night')
    .option('--confirm', 'confirm what the last sweep reported, so that the next one deletes it')
    .action(({ confirm = false }) =>
      withRetention(async ({ sweeps }) => {
        const last = await sweeps.newest(7);
        if (confirm) {
          const [newest] = last;
          if (!newest || !(await sweeps.confirm(null, newest.id))) {
            throw new CommandError(
              'There is nothing to confirm: there was no sweep yet, or the last one took its records or was confirmed.',
            );
          }
          await write('Confirmed. The next sweep deletes what is past its retention period.\n');
          return;
        }
        const due = await sweeps.countDue(now());
        const rows = sweeps.kinds.map((kind) => [
          kind.name,
          kind.class,
          String(due[kind.name] ?? 0),
          `${timeInWords(sweeps.timeOf(kind))} after ${kind.startsAt}`,
        ]);
        await writeTable(columns, rows);
        await write('\n');
        const nights = last.map(({ night, taken, kept, doubt, confirmed_at, ended_at }) => {
          const waits = doubt !== null && confirmed_at === null;
          const reported =
            doubt === null ? 'swept' : `${sweepDoubts[doubt]}${waits ? ' Waits: --confirm' : ' Confirmed.'}`;
          return [night, String(recordsIn(taken)), String(recordsIn(kept)), ended_at === null ? 'runs' : reported];
        });
        await writeTable(lastColumns, nights);
      }),
    );

  const hold = command
    .command('hold')
    .description('legal holds: what one keeps, neither the sweep nor an erasure takes');
  hold
    .command('list', { isDefault: true })
    .description('Lists the holds that stand.')
    .action(() =>
      withRetention(async ({ holds }) => {
        const rows = (await holds.standing(Number.MAX_SAFE_INTEGER)).map((one) => [
          one.id,
          one.kind,
          one.subject_id,
          clockTime(one.set_at),
          one.reason,
        ]);
        await writeTable(holdColumns, rows);
      }),
    );
  subcommand(hold, 'set', 'Puts a lead or dealership under a hold.')
    .addArgument(new Argument('<kind>').choices(holdKinds))
    .argument(
      '<which>',
      'a lead: its reference (BX-7K2M-90QF), or as records -- find shows it; a dealership: its name, or its id as dealerships -- list shows it',
    )
    .requiredOption('--reason <text>', 'why', readReason)
    .action((kind, which, { reason }) =>
      withRetention(async ({ holds }, storage) => {
        const id = await idOf(storage, kind, which);
        const { hold: set, refused } = await holds.set(null, { kind, id }, reason);
        if (refused) throw new CommandError(recordRefusals[refused].text);
        await write(`Held: ${set.id}\n`);
      }),
    );
  subcommand(hold, 'end', 'Ends a hold.')
    .argument('<hold>', 'its id')
    .action((id) =>
      withRetention(async ({ holds }) => {
        if (!(await holds.end(null, id))) throw new CommandError('There is no such hold, or it has ended.');
        await write('Ended. The next sweep deletes what is past its retention period.\n');
      }),
    );
};

function retentionOf(storage: Storage, config: Config, { now }: Pick<Tools, 'now'>) {
  return createRetention(
    {
      environment: { storage, keyed: keyedOf(config), now, clockMs: machineClocks.clockMs },
      warn: () => () => {},
    },
    { audit: auditOf(config, now) },
  );
}
