/** Fresh PostgreSQL databases for tests: each is a copy of a template that is migrated once in a run. */
import pg from 'pg';
import { openStorage } from '#server/database/open.ts';

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function urlOfDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Test files run in several processes; the lock makes one of them migrate the template and the others wait. */
async function ensureTemplate(client: pg.Client, adminUrl: string, template: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished}`);
    const storage = openStorage({ databaseUrl: urlOfDatabase(adminUrl, unfinished), dataDir: '' });
    try {
      await storage.migrate();
    } finally {
      await storage.close();
    }
    await client.query(`alter database ${unfinished} rename to ${template}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [template]);
  }
}

/**
 * Creates a database and returns its URL.
 *
 * @param name a plain identifier that begins with the run's prefix
 */
export function createDatabase(
  adminUrl: string,
  prefix: string,
  name: string,
  { empty = false } = {},
): Promise<string> {
  return asAdmin(adminUrl, async (client) => {
    const template = `${prefix}_template`;
    if (!empty) await ensureTemplate(client, adminUrl, template);
    await client.query(`create database ${name}${empty ? '' : ` template ${template}`}`);
    return urlOfDatabase(adminUrl, name);
  });
}

/** Drops every database of a run, or one of them, whoever is still connected. */
export function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  return asAdmin(adminUrl, async (client) => {
    const query = 'select datname from pg_database where starts_with(datname, $1)';
    const { rows } = await client.query<{ datname: string }>(query, [prefix]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}
