/** `npm run backup`: writes the database and its key into a new folder, while the server may run. */
import { takeBackup } from '#server/backup/service.ts';
import { type Declare, runAsProcess } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

export const backup: Declare = (command, { now, path, untilStopped, withStorage, write }) => {
  command
    .description(
      'Writes a backup: the database as it stands at one moment, and the secret key.\nThe server may run meanwhile. With PostgreSQL it needs pg_dump.',
    )
    .argument('<folder>', 'where to, which must be new or empty', path)
    .action(async (folder) => {
      const { takenAt, notRecorded } = await withStorage((storage, config) =>
        untilStopped('No backup was taken.', (stop) => takeBackup({ storage, config, folder, now, stop })),
      );
      if (notRecorded)
        await write(`The backup is whole, but its time could not be written into the database: ${notRecorded}\n`);
      await write(
        `The backup of ${clockTime(takenAt)} is in ${folder}.\nIt holds every lead and the key: keep it as safe as the data.\n`,
      );
    });
};

if (import.meta.main) await runAsProcess('backup', backup);
