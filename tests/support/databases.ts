/** Fresh PostgreSQL databases for tests: each is a copy of a template that is migrated once in a run. */
import pg from 'pg';
import { openStorage } from '#server/database/open.ts';

/** The connections that create and drop databases, one for each server. They are kept for later tests. */
const admins = new Map<string, Promise<pg.Client>>();

async function connectAdmin(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl });
  // After an error the next call connects again.
  client.on('error', () => admins.delete(adminUrl));
  await client.connect();
  // The connection does not keep the process alive.
  (client as pg.Client & { unref(): void }).unref();
  return client;
}

function adminOf(adminUrl: string): Promise<pg.Client> {
  const known = admins.get(adminUrl);
  if (known) return known;
  const connecting = connectAdmin(adminUrl);
  admins.set(adminUrl, connecting);
  connecting.catch(() => admins.delete(adminUrl));
  return connecting;
}

function urlOfDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Makes the migrated template, if it does not exist. Test files run in several processes: the lock lets one of them migrate it
 * while the others wait.
 */
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

/** The templates that this process knows to exist. */
const ready = new Set<string>();

/**
 * Creates a database and returns its URL.
 *
 * @param name a plain identifier that begins with the run's prefix
 */
export async function createDatabase(
  adminUrl: string,
  prefix: string,
  name: string,
  { empty = false } = {},
): Promise<string> {
  const client = await adminOf(adminUrl);
  const template = `${prefix}_template`;
  if (!empty && !ready.has(template)) {
    await ensureTemplate(client, adminUrl, template);
    ready.add(template);
  }
  // Copying files is faster than the default strategy, which writes eight megabytes of log.
  await client.query(`create database ${name}${empty ? '' : ` template ${template} strategy file_copy`}`);
  return urlOfDatabase(adminUrl, name);
}

/** Drops every database whose name begins with the prefix, even while somebody is connected. */
export async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const client = await adminOf(adminUrl);
  const query = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await client.query<{ datname: string }>(query, [prefix]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}
