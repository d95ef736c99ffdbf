import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { restoreMark } from '#server/database/open.ts';
import { onPostgres, type Place, temporaryFolder } from '../../tests/support/each-engine.ts';
import { runPostgresTool } from './postgres-tools.ts';
import { restorePostgres } from './restore-postgres.ts';

const role = `may_not_extend_${process.pid}`;

async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** An empty database, and its address for a user who may make tables in it and no extension. */
async function newPlaceOfAnother(place: Place, statements: readonly string[]): Promise<string> {
  const url = new URL(place.databaseUrl ?? '');
  await asAdmin(url.href, [
    `create role ${role} login password 'secret'`,
    `grant create on schema public to ${role}`,
    ...statements,
  ]);
  Object.assign(url, { username: role, password: 'secret' });
  return url.href;
}

onPostgres((under) => {
  test.each([
    ['an administrator has made', ['create extension pg_trgm'], true],
    ['nobody has made', [], false],
  ] as const)(
    'R827 a user who may not make the extension pg_trgm restores a backup where %s it',
    async (_, made, indexed) => {
      const original = await under.newPlace();
      const [file, marked] = [
        join(temporaryFolder(), 'boxline.sql'),
        'CREATE INDEX search_texts_by_trigram \\ as data',
      ];
      const values = `('${marked}', 'one', 'quay motors')`;
      await asAdmin(original.databaseUrl ?? '', [`insert into search_texts (kind, id, text) values ${values}`]);
      await runPostgresTool('pg_dump', original.databaseUrl ?? '', ['--no-owner', '--no-privileges'], {
        outputFile: file,
      });
      const place = await under.newPlace({ empty: true });
      const url = await newPlaceOfAnother(place, made);
      try {
        await restorePostgres(file, url, async () => {});
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        const { rows } = await client.query(
          `select kind, to_regclass('search_texts_by_trigram') is not null as indexed from search_texts`,
        );
        await client.end();
        expect(rows).toEqual([{ kind: marked, indexed }]);
      } finally {
        await asAdmin(place.databaseUrl ?? '', [`drop owned by ${role} cascade`, `drop role ${role}`]);
      }
    },
  );

  /** A dump of a new database, and the address of an empty one. */
  async function dumped() {
    const { databaseUrl = '' } = await under.newPlace();
    const file = join(temporaryFolder(), 'boxline.sql');
    await runPostgresTool('pg_dump', databaseUrl, ['--no-owner', '--no-privileges'], { outputFile: file });
    const { databaseUrl: url = '' } = await under.newPlace({ empty: true });
    return { file, url };
  }

  test('R1077 a dump with settings that only newer databases know is restored', async () => {
    const { file, url } = await dumped();
    const dump = readFileSync(file, 'utf8');
    expect(dump).toContain('\nSET lock_timeout = 0;\n');
    writeFileSync(file, dump.replace('\nSET lock_timeout = 0;\n', '$&SET timeout_of_a_newer_version = 0;\n'));
    await restorePostgres(file, url, async () => {});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select to_regclass('leads') is not null as restored");
    await client.end();
    expect(rows).toEqual([{ restored: true }]);
  });

  test('R1078 a restore ends well in a database that ends idle sessions sooner', async () => {
    const { file, url } = await dumped();
    await asAdmin(url, [`alter database ${new URL(url).pathname.slice(1)} set idle_session_timeout = '200ms'`]);
    await restorePostgres(file, url, () => sleep(1000));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`select to_regclass('${restoreMark}') as mark`);
    await client.end();
    expect(rows).toEqual([{ mark: null }]);
  });

  test('a restore that fails removes no tables but those beside its mark', async () => {
    const { url } = await dumped();
    const file = join(temporaryFolder(), 'boxline.sql');
    // Its own tables are rolled back, and somebody else makes one.
    writeFileSync(file, 'rollback;\ncreate table theirs (at text);\nselect wrong;\n');
    await expect(restorePostgres(file, url, async () => {})).rejects.toThrow('wrong');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select to_regclass('theirs') is not null as there");
    await client.end();
    expect(rows).toEqual([{ there: true }]);
  });
});
