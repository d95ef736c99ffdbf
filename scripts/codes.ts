/** `npm run codes`: the access codes of the dealer portal. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { codeRefusals } from '#contract/desk/code-endpoints.ts';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { type CodeName, readCodeName } from '#server/access/code.ts';
import {
  CodeReplacedError,
  type Codes,
  DealershipGoneError,
  type IssuedCode,
  type ListedCode,
  NoAgreementError,
  SharedCodeOffError,
} from '#server/access/codes.ts';
import type { Storage } from '#server/database/open.ts';
import { hourMs } from '#server/times.ts';
import { codesOf } from './commands/codes.ts';
import { findOne } from './commands/dealerships.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, runAsProcess, subcommand } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

const columns = { CODE: 6, FOR: 30, MADE: 20, 'LAST USED': 20, STATUS: 0 };

function statusOf({ revoked_at, expires_at }: ListedCode, now: string): string {
  if (revoked_at !== null) return `revoked ${clockTime(revoked_at)}`;
  if (expires_at === null) return 'valid';
  return expires_at <= now ? `ended ${clockTime(expires_at)}` : `valid until ${clockTime(expires_at)}`;
}

const readCount =
  (least: 0 | 1) =>
  (typed: string): number => {
    const count = /^(0|[1-9]\d{0,4})$/.test(typed) ? Number(typed) : -1;
    if (count < least) throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    return count;
  };

function readName(typed: string): CodeName {
  const name = readCodeName(typed);
  if (!name) throw new InvalidArgumentError('Name a code by its number, as list shows it.');
  return name;
}

const noSuchCode = (name: CodeName) =>
  new CommandError(
    `There is no code ${'number' in name ? `${name.number} ` : ''}that is valid. npm run codes -- list shows them.`,
  );

export const codes: Declare = (command, { now, withStorage, write, show, writeTable }) => {
  const withCodes = (work: (codes: Codes, storage: Storage) => Promise<unknown>) =>
    withStorage(async (storage, config) => void (await work(codesOf(storage, config, now), storage)));

  /** Shows a code before it is stored, and its number afterwards. A code that nobody has seen must not hold. */
  async function showing(
    make: (reveal: (code: string) => Promise<void>) => Promise<IssuedCode | undefined>,
    whose = '',
  ): Promise<IssuedCode | undefined> {
    let isShown = false;
    const reveal = async (code: string) => {
      await show(
        `${code}\n`,
        (reason) => `The code could not be shown: ${reason}. So none was made, and nothing was changed.`,
      );
      isShown = true;
    };
    /** Says of a code that was shown and is not made that it opens nothing. Why it is not made is told in any case. */
    const warn = async () => {
      if (!isShown) return;
      const warning =
        'Give the code above to nobody: it may open nothing. npm run codes -- list shows what was made.\n';
      await write(warning).catch(() => {});
    };
    const issued = await make(reveal).catch(async (error: unknown) => {
      await warn();
      throw sentenceFor(error);
    });
    if (!issued) {
      await warn();
      return undefined;
    }
    const { number } = issued;
    await show(
      `This is code ${number}${whose}. It is shown only now.\n`,
      (reason) =>
        `Code ${number} is valid, but its number could not be shown: ${reason}. If nobody has read the code, end it: npm run codes -- revoke ${number}`,
    );
    return issued;
  }

  /** Gives a refusal in the words of the desk. */
  function sentenceFor(error: unknown): unknown {
    if (error instanceof SharedCodeOffError) {
      return new CommandError(
        'Shared codes are switched off. Give --dealership, or allow them: npm run settings -- shared-code on',
      );
    }
    if (error instanceof CodeReplacedError) {
      return new CommandError(
        'A newer code took the place of this one already. Rotate that one; npm run codes -- list shows them.',
      );
    }
    if (error instanceof NoAgreementError) {
      return new CommandError(`${codeRefusals.noAgreement.text} npm run dealerships -- agreement NAME 2026-11-02`);
    }
    return error instanceof DealershipGoneError ? new CommandError(dealershipRefusals.isClosed.text) : error;
  }

  command
    .description('The access codes of the dealer portal.')
    .addHelpText(
      'after',
      '\nCODE is the number of a code, as list shows it; the code itself will do too.\nA new code is valid when the line with its number stands under it.',
    );
  subcommand(command, 'list', 'every code by its number; none is shown again').action(() =>
    withCodes(async (all) => {
      const at = now().toISOString();
      const rows = (await all.list()).map((code) => [
        String(code.number),
        code.dealership ?? 'shared',
        clockTime(code.created_at),
        code.last_used_at === null ? 'never' : clockTime(code.last_used_at),
        statusOf(code, at),
      ]);
      return writeTable(columns, rows);
    }),
  );
  subcommand(command, 'issue', 'makes a code that dealerships share and shows it only now')
    .option('--dealership <name>', "makes it that dealership's own; npm run dealerships -- list shows them")
    .option('--days <n>', 'the code ends after so many days', readCount(1))
    .action(({ dealership, days }) =>
      withCodes(async (all, storage) => {
        const own = dealership === undefined ? null : (await findOne(storage, dealership)).id;
        const until = days === undefined ? null : new Date(now().getTime() + days * 24 * hourMs).toISOString();
        await showing((reveal) => all.issue(own, until, null, reveal), own === null ? ', for every dealership' : '');
      }),
    );
  subcommand(command, 'revoke', 'ends a code and its sessions within a second')
    .argument('<code>', '', readName)
    .action((name) =>
      withCodes(async (all) => {
        const revoked = await all.revoke(name);
        if (!revoked || revoked.already) throw noSuchCode(name);
        await write(`Code ${revoked.number} is revoked, and its sessions end.\n`);
      }),
    );
  subcommand(command, 'rotate', "puts a new code in an old one's place")
    .argument('<code>', '', readName)
    .option('--keep-hours <n>', 'the old one stays valid for so long; with 0 it ends at once', readCount(0), 0)
    .action((name, { keepHours }) =>
      withCodes(async (all) => {
        const issued = await showing((reveal) => all.rotate(name, keepHours * hourMs, null, reveal));
        if (!issued) throw noSuchCode(name);
      }),
    );
};

if (import.meta.main) await runAsProcess('codes', codes);
