/** The databases of the benchmarks: new ones, with the settings of a server on them. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import { createDatabase, dropDatabases } from '../tests/support/databases.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where databases are made: a folder for SQLite, and the address of PostgreSQL for its administrator. */
export interface Places {
  readonly folder: string;
  readonly adminUrl: string;
}

/** Makes a database. `url` is empty for SQLite. */
export async function newDatabase(engine: Engine, { folder, adminUrl }: Places) {
  const prefix = `boxline_bench_${randomBytes(4).toString('hex')}`;
  const DATA_DIR = join(folder, prefix);
  mkdirSync(DATA_DIR);
  const url = engine === 'postgres' ? await createDatabase(adminUrl, prefix, `${prefix}_of_run`) : '';
  const env = {
    DATA_DIR,
    DATABASE_URL: url,
    ERASURES_FILE: join(DATA_DIR, 'erasures.jsonl'),
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  return { env, url, drop: async () => url && (await dropDatabases(adminUrl, prefix)) };
}

/** Works in a database without a server, by what a server is made of. */
export async function withContext<T>(
  env: Readonly<Record<string, string>>,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const context = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  try {
    return await work(context);
  } finally {
    await context.storage.close();
  }
}
