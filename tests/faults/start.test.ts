import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionPath } from '#contract/portal.ts';
import { eachEngine, onPostgres, type Place, temporaryFolder } from '../support/each-engine.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { launchAt, startAt } from './support/servers.ts';

/** A port that another program of the test holds. */
async function takenPort(): Promise<string> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void holder.close());
  return String((holder.address() as AddressInfo).port);
}

/** Every file below a folder, with a hash of its content. */
function contentsOf(folder: string): Record<string, string> {
  const names =
    existsSync(folder) && statSync(folder).isDirectory()
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
      : [];
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}

const newPlace = (dataDir = join(temporaryFolder(), 'data')): Place => ({ dataDir, env: { DATA_DIR: dataDir } });

/** Checks that the start fails with the given words in clear sentences and changes nothing in the folder. */
async function expectRefusal(place: Place, env: Record<string, string>, words: RegExp, lines = 1): Promise<void> {
  const folder = temporaryFolder();
  const before = contentsOf(place.dataDir);
  const server = launchAt(place, env, { folder });
  const { code } = await server.ended;
  expect(code).toBe(1);
  const said = server.output();
  expect(said).toMatch(words);
  expect(said, 'no stack').not.toMatch(/^\s+at /m);
  expect(said.trim().split('\n')).toHaveLength(lines);
  expect(contentsOf(place.dataDir)).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
}

describe('a start that cannot succeed says why in a sentence and changes nothing', () => {
  test('a taken port', async () => {
    const PORT = await takenPort();
    const place = newPlace();
    await expectRefusal(place, { PORT }, new RegExp(`^Port ${PORT} is taken`));
    expect(existsSync(place.dataDir)).toBe(false);
  });

  test('R766 a port that another server of the same moment takes', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    await new Promise((resolve) => holder.close(resolve));
    const both = [1, 2].map(() => launchAt(newPlace(temporaryFolder()), { PORT: String(port) }));
    const began = await Promise.allSettled(both.map(({ ready }) => ready));
    expect(began.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both[began.findIndex(({ status }) => status === 'rejected')];
    expect((await refused?.ended)?.code).toBe(1);
    expect(refused?.output()).toMatch(new RegExp(`^Port ${port} is taken`, 'm'));
    expect(refused?.output()).not.toMatch(/^\s+at /m);
  });

  test('a taken port for metrics', async () => {
    const METRICS_PORT = await takenPort();
    const place = newPlace();
    await expectRefusal(place, { METRICS_PORT }, new RegExp(`^Port ${METRICS_PORT} .*METRICS_PORT`));
    expect(existsSync(place.dataDir)).toBe(false);
  });

  test('a host that is not of this machine', () =>
    expectRefusal(newPlace(), { HOST: '192.0.2.77', PORT: '8099' }, /^HOST 192\.0\.2\.77 is not/));

  test('a data folder with a file in its way', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'mine');
    await expectRefusal(newPlace(join(folder, 'file')), {}, /^The data folder .*file cannot be written/);
    await expectRefusal(newPlace(join(folder, 'file', 'below')), {}, /^The data folder .*below cannot be written/);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
  });

  test('R974 a start says what to do about a file in the place of a folder, and a folder in the place of a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'mine');
    const inItsWay = /\(ENOTDIR\)\. A file is in the place of a folder/;
    await expectRefusal(newPlace(join(folder, 'file')), {}, inItsWay);
    await expectRefusal(newPlace(join(folder, 'file', 'below')), {}, inItsWay);
    const place = newPlace();
    mkdirSync(join(place.dataDir, 'boxline.sqlite'), { recursive: true });
    await expectRefusal(place, {}, /Look whether it is a file/);
  });

  test('R974 a start says what to do about a file of erasures that is none, or cannot be read', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'empty'), '');
    for (const [name, words] of [
      ['.', /is a folder\. Name a file in ERASURES_FILE/],
      ['empty', /is no file of erasures, or is damaged\. .*newest backup has a copy/],
    ] as const) {
      const server = launchAt(newPlace(temporaryFolder()), { ERASURES_FILE: join(folder, name) });
      expect((await server.ended).code).toBe(1);
      expect(server.output()).toMatch(words);
    }
  });

  test('a data folder that the system does not let be made', () =>
    expectRefusal(newPlace('/proc/boxline'), {}, /^The data folder \/proc\/boxline cannot be written/));

  test('a folder in the place of the database', async () => {
    const place = newPlace();
    mkdirSync(join(place.dataDir, 'boxline.sqlite'), { recursive: true });
    await expectRefusal(place, {}, /^The data folder .* cannot be written/);
  });

  test('a file in the place of the database that is none', async () => {
    const place = newPlace();
    mkdirSync(place.dataDir);
    writeFileSync(join(place.dataDir, 'boxline.sqlite'), 'letters to my aunt\n'.repeat(500));
    await expectRefusal(place, {}, /^The file boxline\.sqlite in .* is damaged or not a database/);
  });

  test('a PostgreSQL server that does not answer', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const place = newPlace();
    const ERASURES_FILE = join(place.dataDir, 'erasures.jsonl');
    const DATABASE_URL = `postgres://user:hunter2@127.0.0.1:${port}/leads`;
    const env = { DATABASE_URL, ERASURES_FILE, SECRET_KEY: 'k'.repeat(40) };
    await expectRefusal(place, env, /^The database at DATABASE_URL cannot be used \(ECONNREFUSED\)/);
  });

  test('R766 a certificate of the database that is not there', async () => {
    const place = newPlace();
    const root = join(temporaryFolder(), 'none.pem');
    const DATABASE_URL = `postgres://user:hunter2@db.example/leads?sslmode=verify-full&sslrootcert=${root}`;
    const env = { DATABASE_URL, ERASURES_FILE: join(place.dataDir, 'erasures.jsonl'), SECRET_KEY: 'k'.repeat(40) };
    await expectRefusal(place, env, /^\S*none\.pem cannot be used \(ENOENT\)/);
  });

  test('R766 a file of erasures that cannot be made', async () => {
    const server = launchAt(newPlace(temporaryFolder()), { ERASURES_FILE: '/proc/boxline/erasures.jsonl' });
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toMatch(/^The file of erasures, \/proc\/boxline\/erasures\.jsonl, cannot be made/m);
    expect(server.output()).not.toMatch(/^\s+at /m);
  });

  test('access codes whose key is missing', async () => {
    const place = newPlace(temporaryFolder());
    expect((await (await startAt(place)).stop()).code).toBe(0);
    rmSync(join(place.dataDir, 'secret.key'));
    await expectRefusal(
      place,
      {},
      /^The key that access codes and the desk's accounts were made with, secret\.key, is not in .*backup/,
    );
  });

  test('R769 a key that is another one than the database was made with', async () => {
    const place = newPlace(temporaryFolder());
    expect((await (await startAt(place)).stop()).code).toBe(0);
    await expectRefusal(
      place,
      { SECRET_KEY: 'k'.repeat(40) },
      /^The key .* is another one than this database was made with/,
    );
    await startAt(place);
  });

  test('R26 several faults of the configuration at once, without its secrets', async () => {
    const env = { PORT: '99999', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hunter2@h/d', MAIL_TO: 'a, b' };
    const place = newPlace();
    await expectRefusal(place, env, /^The configuration cannot be used:$/m, 5);
    const server = launchAt(place, env, { folder: temporaryFolder() });
    await server.ended;
    for (const name of Object.keys(env)) expect(server.output()).toContain(`  ${name} is `);
    expect(server.output()).not.toContain('hunter2');
    expect(existsSync(place.dataDir)).toBe(false);
  });
});

onPostgres(({ newPlace, openStorage }) => {
  test('R885 a start through a pooler whose connections share sessions is refused', async () => {
    const place = await newPlace({ empty: true });
    const pooled = await startTransactionPooler(place.databaseUrl ?? '');
    await expectRefusal(place, { DATABASE_URL: pooled }, /^A pooler stands before the database .*pool_mode = session/);
  });

  test('a new database that lacks characters is refused, and one that is in use says so and goes on', async () => {
    const place = await newPlace({ empty: true });
    const admin = new pg.Client({ connectionString: place.databaseUrl });
    await admin.connect();
    const url = new URL(place.databaseUrl ?? '');
    const name = `${url.pathname.slice(1)}_narrow`;
    onTestFinished(async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    });
    await admin.query(`create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`);
    url.pathname = `/${name}`;
    const narrow = { ...place, databaseUrl: url.href, env: { ...place.env, DATABASE_URL: url.href } };
    await expectRefusal(
      narrow,
      {},
      /^The database at DATABASE_URL has the encoding LATIN1, .*createdb --encoding UTF8/,
    );
    await openStorage(narrow);
    const server = await startAt(narrow);
    expect(server.output()).toMatch(/^The database has the encoding LATIN1, .* restore it into a database with/m);
  });
});

/** Opens a portal session with a code. Returns the status of the answer. */
const statusOf = async (url: string, code: string) =>
  (
    await fetch(url + sessionPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
  ).status;

test('R19 a code opens the portal that a copy of the database, its key and its file of erasures is put back to', async () => {
  const place = newPlace(temporaryFolder());
  const first = await startAt(place);
  const code = readFileSync(join(place.dataDir, 'first-access-code'), 'utf8').trim();
  expect(await statusOf(first.url, code)).toBe(200);
  const restored = newPlace(temporaryFolder());
  const database = new DatabaseSync(join(place.dataDir, 'boxline.sqlite'), { readOnly: true });
  await backup(database, join(restored.dataDir, 'boxline.sqlite'));
  database.close();
  for (const name of ['secret.key', 'erasures.jsonl'])
    copyFileSync(join(place.dataDir, name), join(restored.dataDir, name));
  const second = await startAt(restored);
  expect(await statusOf(second.url, code)).toBe(200);
});

test('what the server writes is for its user alone, in a folder that is for everybody as well', async () => {
  const place = newPlace(temporaryFolder());
  chmodSync(place.dataDir, 0o755);
  await startAt(place);
  const modes = readdirSync(place.dataDir).map((name) => [name, statSync(join(place.dataDir, name)).mode & 0o077]);
  expect(Object.fromEntries(modes)).toMatchObject({ 'boxline.sqlite': 0, 'boxline.sqlite-wal': 0, 'secret.key': 0 });
  expect(modes.filter(([, open]) => open !== 0)).toEqual([]);
});

eachEngine(({ engine, newPlace, openStorage }) => {
  test.each([
    ['a newer', "insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030')"],
    ['an early', "update kysely_migration set name = '0021-search' where name like '0038-%'"],
  ])('R1229 a database that %s version wrote is refused and left as it is', async (version, change) => {
    const place = await newPlace();
    const first = await startAt(place);
    expect((await first.stop()).code).toBe(0);
    const storage = await openStorage(place);
    await sql.raw(change).execute(storage.db);
    await storage.close();
    rmSync(join(place.dataDir, 'secret.key'), { force: true });
    const before = readdirSync(place.dataDir);
    const sentence = new RegExp(`^The database was written by ${version} version .*(9999-from-the-future|git log)`);
    await expectRefusal(place, {}, sentence);
    expect(readdirSync(place.dataDir)).toEqual(before);
  });

  test(`servers that start at the same moment on one empty ${engine} all come up, after one migration`, async () => {
    const place = await newPlace({ empty: true });
    const servers = await Promise.all(Array.from({ length: engine === 'sqlite' ? 2 : 3 }, () => startAt(place)));
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const migrated = servers.filter((server) => server.output().includes('Database: 0038'));
    expect(migrated).toHaveLength(1);
    const { db } = await openStorage(place);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    expect(rows.filter(({ name }) => name.startsWith('0038'))).toHaveLength(1);
  });
});
