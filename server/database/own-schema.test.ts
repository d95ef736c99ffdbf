import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { dumpPostgres } from '#server/backup/dump.ts';
import { restorePostgres } from '#server/backup/restore-postgres.ts';
import { openStorage } from '#server/database/open.ts';
import { onPostgres, type Place, temporaryFolder } from '../../tests/support/each-engine.ts';

type Rows = readonly Record<string, unknown>[];

async function run(url: string, ...statements: readonly string[]): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Rows = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const urlOf = ({ databaseUrl }: Place): string => databaseUrl ?? '';

/** The address of a place for connections that find their tables in these schemas. */
function urlIn(place: Place, searchPath: string): string {
  const url = new URL(urlOf(place));
  url.searchParams.set('options', `-c search_path=${searchPath}`);
  return url.href;
}

/** Migrates a place as a server at this address does, and puts one row there. */
async function fill(databaseUrl: string): Promise<void> {
  const storage = openStorage({ databaseUrl, dataDir: '' });
  try {
    await storage.migrate();
    const changed_at = new Date().toISOString();
    await storage.db
      .insertInto('settings')
      .values({ name: 'mark' as never, value: 'here', changed_at })
      .execute();
  } finally {
    await storage.close();
  }
}

const schemasOf = async (url: string) =>
  (await run(url, `select distinct schemaname from pg_tables where tablename in ('leads', 'settings')`)).map(
    ({ schemaname }) => schemaname,
  );

onPostgres((under) => {
  /** Makes a user without rights in the schema `public`. Called before the places, so that the user ends after them. */
  async function newUser(): Promise<string> {
    const postgres = inject('postgres');
    if ('missing' in postgres) throw new Error(postgres.missing);
    const role = `own_schema_${process.pid}_${randomBytes(3).toString('hex')}`;
    await run(postgres.adminUrl, `create role ${role} login password 'secret'`);
    onTestFinished(async () => void (await run(postgres.adminUrl, `drop role ${role}`)));
    return role;
  }

  /** An empty place with the extension of the search, and its address for that user. */
  async function newPlaceOf(role: string, { schema }: { readonly schema: boolean }): Promise<string> {
    const url = new URL(urlOf(await under.newPlace({ empty: true })));
    const right = schema
      ? `create schema authorization ${role}`
      : `grant create on database ${url.pathname.slice(1)} to ${role}`;
    await run(url.href, 'create extension pg_trgm', right);
    return Object.assign(url, { username: role, password: 'secret' }).href;
  }

  test('R973 an installation begins in a schema of its own beside the tables of another one', async () => {
    const place = await under.newPlace();
    await run(urlOf(place), 'create schema second');
    const second = urlIn(place, 'second');
    await fill(second);
    expect((await schemasOf(second)).toSorted()).toEqual(['public', 'second']);
    expect(await run(urlOf(place), `select name from settings where name = 'mark'`)).toEqual([]);
    expect(await run(second, `select name from settings where name = 'mark'`)).toEqual([{ name: 'mark' }]);
  });

  test('R973 a backup has the tables of its own schema and none of another installation', async () => {
    const place = await under.newPlace();
    await run(urlOf(place), 'create schema second');
    const second = urlIn(place, 'second');
    await fill(second);
    const file = join(temporaryFolder(), 'boxline.sql');
    await dumpPostgres(second, file);
    const empty = await under.newPlace({ empty: true });
    await restorePostgres(file, urlIn(empty, 'second'), async () => {});
    expect(await schemasOf(urlOf(empty))).toEqual(['second']);
    expect(await run(urlIn(empty, 'second'), `select name from settings where name = 'mark'`)).toHaveLength(1);
  });

  test.each([
    ['is there already', true],
    ['is not there yet', false],
  ])('R973 a user without rights in public restores into a schema of the same name that %s', async (_, schema) => {
    const role = await newUser();
    const from = await newPlaceOf(role, { schema: true });
    await fill(from);
    const file = join(temporaryFolder(), 'boxline.sql');
    await dumpPostgres(from, file);
    const to = await newPlaceOf(role, { schema });
    await restorePostgres(file, to, async () => {});
    expect(await schemasOf(to)).toEqual([role]);
    const found = `select to_regclass('search_texts_by_trigram') is not null as indexed, to_regclass('restore_is_not_finished') as mark`;
    expect(await run(to, found)).toEqual([{ indexed: true, mark: null }]);
  });

  test('R973 a user who may make tables in public, and does not own it, restores a backup of public', async () => {
    const role = await newUser();
    const from = await under.newPlace({ empty: true });
    await fill(urlOf(from));
    const file = join(temporaryFolder(), 'boxline.sql');
    await dumpPostgres(urlOf(from), file);
    const to = new URL(urlOf(await under.newPlace({ empty: true })));
    await run(to.href, 'create extension pg_trgm', `grant create, usage on schema public to ${role}`);
    const theirs = Object.assign(to, { username: role, password: 'secret' }).href;
    await restorePostgres(file, theirs, async () => {});
    expect(await run(theirs, `select name from settings where name = 'mark'`)).toHaveLength(1);
  });

  test('R973 a restore to where a server would not find the tables is refused, and leaves the place empty', async () => {
    const place = await under.newPlace({ empty: true });
    await run(urlOf(place), 'create schema second');
    await fill(urlIn(place, 'second'));
    const file = join(temporaryFolder(), 'boxline.sql');
    await dumpPostgres(urlIn(place, 'second'), file);
    const empty = await under.newPlace({ empty: true });
    await expect(restorePostgres(file, urlOf(empty), async () => {})).rejects.toThrow(/in the schema second/);
    expect(await schemasOf(urlOf(empty))).toEqual([]);
  });
});
