import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
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
});
