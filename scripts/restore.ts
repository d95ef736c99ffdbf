/** `npm run restore`: a backup into a new place. */
import { resolve } from 'node:path';
import { codesIn, type ReplacedCode, restoreBackup } from '#server/backup/service.ts';
import { readConfig } from '#server/config.ts';
import { readEnvironment } from '#server/environment.ts';
import { CommandError, readCommand, runCommand, usageError, write } from './commands/run.ts';

const usage = `Usage: npm run restore -- FOLDER [--replaces OLD]

Restores the backup in FOLDER into a new place: the folder in DATA_DIR, which must hold no database, or the database in
DATABASE_URL, which must have no tables (it needs psql). A place that a server uses is refused.

  --replaces OLD    the data folder or postgres:// address that the restored one replaces, when it can still be read:
                    codes that were ended there since the backup stay ended
  --help            this text`;

/** The codes of the replaced database; a person is told when it cannot be read. */
async function readReplaced(place: string | undefined): Promise<ReplacedCode[] | undefined> {
  if (place === undefined) return undefined;
  try {
    return await codesIn(place);
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      `The replaced database cannot be read (${message}). Leave --replaces out to go on without it.`,
    );
  }
}

await runCommand(async (args) => {
  const { options, words } = readCommand(args, { replaces: { type: 'string' }, help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const [folder, ...more] = words;
  if (folder === undefined || more.length > 0) throw usageError('Name one folder', usage);
  const config = readConfig(readEnvironment(process.cwd(), process.env));
  const codes = await readReplaced(options.replaces);
  const { takenAt } = await restoreBackup({ folder: resolve(folder), config, codes, now: () => new Date() });
  await write(`Restored the backup of ${takenAt}. Start the server; it brings the database up to date.\n`);

  const ended = (codes ?? []).flatMap(({ id, number, revokedAt, expiresAt }) => {
    const at = revokedAt ?? expiresAt;
    return at !== null && at > takenAt ? [`  code ${number ?? id}  ${at}\n`] : [];
  });
  if (codes === undefined) {
    await write(
      `Codes that were ended after ${takenAt} hold again. Look through npm run codes -- list and revoke them.\n`,
    );
  } else if (ended.length === 0) await write('No code was ended since.\n');
  else
    await write(
      `Codes that were ended since, or end at a time that was set, as in the replaced database:\n${ended.join('')}`,
    );
  await write('Requests that were running then are over.\n');
  await write(
    'What was unsent when the backup was taken waits for you: npm run outbox, then npm run outbox -- --retry ID or all.\n',
  );
});
