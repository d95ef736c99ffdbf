/** `npm run settings`: what the operator switches while the server runs. */
import { Argument } from '@commander-js/extra-typings';
import type { Storage } from '#server/database/open.ts';
import { whyNobodyIsReached } from '#server/people/service.ts';
import { settingOf, writeSetting } from '#server/settings/service.ts';
import { codesOf } from './commands/codes.ts';
import { CommandError, type Declare, runAsProcess } from './commands/run.ts';

const onOrOff = () => new Argument('<value>').choices(['on', 'off']);

export const settings: Declare = (command, { now, withStorage, write }) => {
  async function show({ db }: Storage): Promise<void> {
    await write(`text-agent ${(await settingOf(db, 'text-agent')) ?? 'off'}\n`);
    await write(`shared-code ${(await settingOf(db, 'shared-code')) ?? 'on'}\n`);
  }

  command.description('Shows the settings.').action(() => withStorage(show));
  command
    .command('text-agent')
    .description(
      'on: dealerships may ask for an agent by text, at once; refused while nobody would be reached. off: Text Agent is "Coming Soon"',
    )
    .addArgument(onOrOff())
    .action((value) =>
      withStorage(async (storage, config) => {
        const why = value === 'on' ? await whyNobodyIsReached(storage, config) : undefined;
        if (why) throw new CommandError(`Text Agent stays off: a request would reach nobody. ${why}`);
        await writeSetting(storage.db, 'text-agent', value, now().toISOString());
        await show(storage);
      }),
    );
  command
    .command('shared-code')
    .description(
      'off: ends every code that dealerships share, and their sessions, within a second; refused while no dealership has a code of its own. on: lets npm run codes issue shared codes again; the ones that were ended stay ended',
    )
    .addArgument(onOrOff())
    .option('--force', 'ends them all the same: nobody can open the portal until you issue a code')
    .action((value, { force = false }) =>
      withStorage(async (storage, config) => {
        const codes = codesOf(storage, config, now);
        if (value === 'on') {
          await codes.allowShared();
          await write('Shared codes may be issued. Make one with: npm run codes -- issue\n');
        } else {
          const ended = await codes.endShared(force);
          if (ended.outcome === 'no-own-code') {
            throw new CommandError(
              'No dealership has a code of its own yet, so nobody could open the portal. Issue one first ' +
                '(npm run codes -- issue --dealership NAME), or say --force.',
            );
          }
          await write(`Shared codes that were ended: ${ended.codes}\n`);
        }
        await show(storage);
      }),
    );
};

if (import.meta.main) await runAsProcess('settings', settings);
