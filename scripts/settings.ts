/** `npm run settings`: what the operator switches while the server runs. */

import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { whyNobodyIsReached } from '#server/people/service.ts';
import { settingOf, writeSetting } from '#server/settings/service.ts';
import { codesOf } from './commands/codes.ts';
import { CommandError, readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';

const usage = `Usage: npm run settings -- [text-agent|shared-code on|off] [options]

Without a word, shows the settings.

  text-agent on      dealerships may ask for an agent by text, at once; refused while nobody would be reached
  text-agent off     Text Agent is "Coming Soon"
  shared-code off    ends every code that dealerships share, and their sessions, within a second; refused
                     while no dealership has a code of its own
    --force          ends them all the same: nobody can open the portal until you issue a code
  shared-code on     lets npm run codes issue shared codes again; the ones that were ended stay ended
  --help             this text`;

async function switchTextAgent({ db }: Storage, config: Config, value: 'on' | 'off'): Promise<void> {
  const why = value === 'on' ? await whyNobodyIsReached({ db }, config) : undefined;
  if (why) throw new CommandError(`Text Agent stays off: a request would reach nobody. ${why}`);
  await writeSetting(db, 'text-agent', value, new Date().toISOString());
}

async function switchSharedCode(storage: Storage, config: Config, value: 'on' | 'off', force: boolean): Promise<void> {
  const codes = codesOf(storage, config);
  if (value === 'on') {
    await codes.allowShared();
    return write('Shared codes may be issued. Make one with: npm run codes -- issue\n');
  }
  const ended = await codes.endShared(force);
  if (ended.outcome === 'no-own-code') {
    throw new CommandError(
      'No dealership has a code of its own yet, so nobody could open the portal. Issue one first ' +
        '(npm run codes -- issue --dealership NAME), or say --force.',
    );
  }
  await write(`Shared codes that were ended: ${ended.codes}\n`);
}

await runCommand(async (args) => {
  const { options, words } = readCommand(args, { force: { type: 'boolean' }, help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const [name, value] = words;
  await withStorage(async (storage, config) => {
    if (name !== undefined) {
      if (value !== 'on' && value !== 'off') throw usageError('A setting is on or off', usage);
      if (name === 'text-agent') await switchTextAgent(storage, config, value);
      else if (name === 'shared-code') await switchSharedCode(storage, config, value, options.force === true);
      else throw usageError('The settings are text-agent and shared-code', usage);
    }
    await write(`text-agent ${(await settingOf(storage.db, 'text-agent')) ?? 'off'}\n`);
    await write(`shared-code ${(await settingOf(storage.db, 'shared-code')) ?? 'on'}\n`);
  });
});
