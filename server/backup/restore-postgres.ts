/**
 * Restores a dump into a PostgreSQL database. The restore cannot be prepared beside the database, as with SQLite. So the database
 * is marked until the restore has finished: no server and no command uses a marked one, and the next restore starts it again.
 */
import { setImmediate as signalsArrive } from 'node:timers/promises';
import type pg from 'pg';
import {
  createPostgresClient,
  refuseSharedSessions,
  restoreMark,
  setRight,
  visibleTablesQuery,
} from '#server/database/open.ts';
import { endScripts, scriptLock, scriptOf } from './dump.ts';
import { BackupError } from './manifest.ts';
import { runPostgresTool } from './postgres-tools.ts';

const lockQuery = `select pg_try_advisory_lock(hashtextextended('restore', 0)) as mine`;

/**
 * Removes the tables that an unfinished restore left in the database, which has its mark then.
 *
 * @returns whether the database is empty
 */
async function removeUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(visibleTablesQuery);
  const names = rows.map(({ name }) => name);
  if (!names.includes(restoreMark)) return names.length === 0;
  const quoted = names.map((name) => client.escapeIdentifier(name));
  await client.query(`drop table ${quoted.join(', ')} cascade`);
  return true;
}

/** The names of the settings that the database knows. */
async function settingsOf(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select name from pg_settings');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Ends the script of a restore that was cut off, and returns when it has ended. Its psql may be gone while PostgreSQL waits with a
 * statement of it, or commits it; only then is it known which tables it left.
 */
async function endScript(client: pg.Client): Promise<void> {
  await client.query(endScripts);
  await client.query(scriptLock);
}

/**
 * Restores a dump, then calls `finish` before any server can use the database. When one of them fails, the database is as empty as
 * before.
 *
 * @param from the dump
 * @param stop ends the restore as if it had failed, until a server may use the database
 * @param prepare is called first, when no other restore works on the database
 * @throws BackupError when the database has tables, or another restore works on it
 */
export async function restorePostgres(
  from: string,
  url: string,
  finish: () => Promise<void>,
  stop?: AbortSignal,
  prepare = () => {},
): Promise<void> {
  await refuseSharedSessions(url);
  // It holds the lock and is silent while psql works, which may take hours.
  const client = createPostgresClient(url);
  await client.connect();
  try {
    await client.query(setRight);
    const { rows } = await client.query<{ mine: boolean }>(lockQuery);
    if (!rows[0]?.mine) throw new BackupError('Another restore into the database at DATABASE_URL is running.');
    await endScript(client);
    if (!(await removeUnfinished(client))) {
      throw new BackupError(
        'The database at DATABASE_URL has tables already. Create a new one and name it in DATABASE_URL.',
      );
    }
    prepare();
    const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
    try {
      await runPostgresTool('psql', url, args, { input: scriptOf(from, await settingsOf(client)), stop });
      await finish();
      await signalsArrive();
      stop?.throwIfAborted();
    } catch (error) {
      // What cannot be removed, as when the database is away, is marked: no server uses it, and the next restore removes it.
      const removed = endScript(client).then(() => removeUnfinished(client));
      await removed.catch(() => {});
      throw error;
    }
    await client.query(`drop table ${restoreMark}`);
  } finally {
    await client.end();
  }
}
