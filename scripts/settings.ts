/** `npm run settings`: what the operator switches while the server runs. */
import { whyNobodyIsReached } from '#server/agent-requests/shift.ts';
import { settingOf, writeSetting } from '#server/portal/store.ts';
import { CommandError, readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';

const usage = `Usage: npm run settings -- [text-agent on|off]

Without a word, shows the settings.

  text-agent on    dealerships may ask for an agent by text, at once; refused while nobody would be reached
  text-agent off   Text Agent is "Coming Soon"
  --help           this text`;

await runCommand(async (args) => {
  const { options, words } = readCommand(args, { help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const [name, value] = words;
  await withStorage(async ({ db }, config) => {
    if (name !== undefined) {
      if (name !== 'text-agent' || (value !== 'on' && value !== 'off')) {
        throw usageError('The setting is text-agent, and it is on or off', usage);
      }
      const why = value === 'on' ? await whyNobodyIsReached({ db }, config) : undefined;
      if (why) throw new CommandError(`Text Agent stays off: a request would reach nobody. ${why}`);
      await writeSetting(db, 'text-agent', value, new Date().toISOString());
    }
    await write(`text-agent ${(await settingOf(db, 'text-agent')) ?? 'off'}\n`);
  });
});
