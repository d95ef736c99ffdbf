/** Whether a PostgreSQL database can hold every character that somebody may type. */
import { sql } from 'kysely';
import { lookAtStorage, type Storage, type StorageOptions } from '#server/database/open.ts';
import { StartFault } from './fault.ts';

/** SQL_ASCII keeps the bytes of every text as they are. */
const holdsEverything = ['UTF8', 'SQL_ASCII'];

async function narrowEncodingOf({ engine, db }: Storage): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined;
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding ?? '';
  return holdsEverything.includes(encoding) ? undefined : encoding;
}

/** Whether the database lacks the first migration. */
const isNew = async (storage: Storage): Promise<boolean> =>
  (await storage.pending()).some((name) => name.startsWith('0038-'));

/** Why some texts cannot be stored, and what to do; undefined when all can. */
export async function whyNotEveryText(storage: Storage): Promise<string | undefined> {
  const encoding = await narrowEncodingOf(storage);
  return encoding === undefined
    ? undefined
    : `The database has the encoding ${encoding}, so a form with other characters cannot be stored. ` +
        'Take a backup, and restore it into a database with the encoding UTF8.';
}

/** Throws a `StartFault` for a new database that cannot hold every character. Changes nothing. */
export async function refuseNarrowEncoding(options: StorageOptions): Promise<void> {
  if (options.databaseUrl === undefined) return;
  await lookAtStorage(options, async (storage) => {
    const encoding = await narrowEncodingOf(storage);
    if (encoding === undefined || !(await isNew(storage))) return;
    throw new StartFault(
      `The database at DATABASE_URL has the encoding ${encoding}, which lacks characters that people type. ` +
        'Make one with the encoding UTF8 (createdb --encoding UTF8 --template template0).',
    );
  });
}
