/** A server on a database filled with leads and requests, and a signed-in person. */
import pg from 'pg';
import { mintId } from '#contract/reference.ts';
import { type ServerProcess, startServer } from '../../tests/support/server-process.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { type Engine, newDatabase, type Places, withContext } from '../database.ts';
import { type Seeded, seedDesk } from './seed.ts';
import { signInNew } from './staff.ts';

export interface FilledServer {
  readonly server: ServerProcess;
  /** Signs in a person who may export, with a fresh proof. Returns the session's cookie. */
  readonly signIn: () => Promise<string>;
  readonly seeded: Seeded;
  readonly seededMs: number;
  readonly metricsPort: string;
}

/** A signed-in person who may export, with a fresh proof. */
const signInManager = (env: Readonly<Record<string, string>>): Promise<string> =>
  withContext(env, (context) => signInNew(context, { name: `Manager ${mintId()}`, role: 'manager', onShift: false }));

const seed = (env: Readonly<Record<string, string>>, leads: number): Promise<Seeded> =>
  withContext(env, async ({ storage }) => {
    await storage.migrate();
    return seedDesk(storage, { leads, now: new Date() });
  });

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
  places: Places,
  work: (filled: FilledServer) => Promise<T>,
): Promise<T> {
  const METRICS_PORT = '39473';
  const { env, url, drop } = await newDatabase(engine, places);
  try {
    const beganMs = performance.now();
    const seeded = await seed(env, leads);
    if (url) await settle(url);
    const seededMs = performance.now() - beganMs;
    const settings = { ...env, ...wideLimits, LOG_LEVEL: 'warn', METRICS_PORT };
    const server = await startServer({ folder: env.DATA_DIR, env: settings });
    try {
      return await work({ server, signIn: () => signInManager(env), seeded, seededMs, metricsPort: METRICS_PORT });
    } catch (error) {
      console.log(server.output().slice(-4000));
      throw error;
    } finally {
      await server.stop();
    }
  } finally {
    await drop();
  }
}
