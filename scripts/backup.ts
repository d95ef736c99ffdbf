/** `npm run backup`: the database and its key in a new folder, taken while the server runs. */
import { resolve } from 'node:path';
import { takeBackup } from '#server/backup/service.ts';
import { readCommand, runCommand, usageError, withStorage, write } from './commands/run.ts';

const usage = `Usage: npm run backup -- FOLDER

Writes a backup into FOLDER, which must be new or empty: the database as it stands at one moment, and the secret key.
The server may run meanwhile. With PostgreSQL it needs pg_dump.

  --help    this text`;

await runCommand(async (args) => {
  const { options, words } = readCommand(args, { help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const [folder, ...more] = words;
  if (folder === undefined || more.length > 0) throw usageError('Name one folder', usage);
  await withStorage(async (storage, config) => {
    const { takenAt, notRecorded } = await takeBackup({
      storage,
      config,
      folder: resolve(folder),
      now: () => new Date(),
    });
    if (notRecorded)
      await write(`The backup is whole, but its time could not be written into the database: ${notRecorded}\n`);
    await write(
      `The backup of ${takenAt} is in ${resolve(folder)}.\nIt holds every lead and the key: keep it as safe as the data.\n`,
    );
  });
});
