/** A server on a database filled with leads and requests, and a signed-in person. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { mintId } from '#contract/reference.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { createDatabase, dropDatabases } from '../../tests/support/databases.ts';
import { type ServerProcess, startServer } from '../../tests/support/server-process.ts';
import { type Seeded, seedDesk } from './seed.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where databases are made: a folder for SQLite, and the address of PostgreSQL for its administrator. */
export interface Places {
  readonly folder: string;
  readonly adminUrl: string;
}

export interface FilledServer {
  readonly server: ServerProcess;
  /** Signs in a person who may export, with a fresh proof. Returns the session's cookie. */
  readonly signIn: () => Promise<string>;
  readonly seeded: Seeded;
  readonly seededMs: number;
  readonly metricsPort: string;
}

/** A signed-in person who may export, with a fresh proof. */
async function signInManager(env: Readonly<Record<string, string>>): Promise<string> {
  const { storage, signIn } = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  try {
    const at = new Date().toISOString();
    const id = mintId();
    const mail = `${id}@boxline.example`;
    await storage.db
      .insertInto('people')
      .values({ id, name: `Manager ${id}`, mail, mail_key: mail, role: 'manager', created_at: at })
      .execute();
    const browser = { device: 'The benchmark', deviceId: null };
    const { token } = await storage.transaction((trx) =>
      signIn.sessions.begin(trx, { id, role: 'manager' }, 'signed-in', browser, { proved: true }),
    );
    return signIn.cookies.session(token, 1000).split(';')[0] ?? '';
  } finally {
    await storage.close();
  }
}

async function seed(env: Readonly<Record<string, string>>, leads: number): Promise<Seeded> {
  const { storage } = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  try {
    await storage.migrate();
    return await seedDesk(storage, { leads, now: new Date() });
  } finally {
    await storage.close();
  }
}

/**
 * Makes PostgreSQL finish the work that the filling left to it. No desk writes a year of data in two minutes, so the
 * cleaning of the tables and the writing of their pages to the disk must not count as costs of the desk.
 */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Fills a new database, starts a server on it, and removes both when the work is done. */
export async function withFilledServer<T>(
  engine: Engine,
  leads: number,
  { folder, adminUrl }: Places,
  work: (filled: FilledServer) => Promise<T>,
): Promise<T> {
  const prefix = `boxline_bench_${randomBytes(4).toString('hex')}`;
  const DATA_DIR = join(folder, prefix);
  mkdirSync(DATA_DIR);
  const METRICS_PORT = '39473';
  const url = engine === 'postgres' ? await createDatabase(adminUrl, prefix, `${prefix}_sizes`) : undefined;
  const database = url === undefined ? {} : { DATABASE_URL: url };
  const ERASURES_FILE = join(DATA_DIR, 'erasures.jsonl');
  const env = { DATA_DIR, ERASURES_FILE, SECRET_KEY: randomBytes(32).toString('base64url'), ...database };
  try {
    const beganMs = performance.now();
    const seeded = await seed(env, leads);
    if (url) await settle(url);
    const seededMs = performance.now() - beganMs;
    const limit = '900000000/60';
    const wide = { LIMIT_REQUESTS_PER_ADDRESS: limit, LIMIT_LEADS_PER_ADDRESS: limit, LOG_LEVEL: 'warn', METRICS_PORT };
    const server = await startServer({ folder: DATA_DIR, env: { ...env, ...wide } });
    try {
      return await work({ server, signIn: () => signInManager(env), seeded, seededMs, metricsPort: METRICS_PORT });
    } catch (error) {
      console.log(server.output().slice(-4000));
      throw error;
    } finally {
      await server.stop();
    }
  } finally {
    if (engine === 'postgres') await dropDatabases(adminUrl, prefix);
  }
}
