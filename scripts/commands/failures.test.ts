/** What a command says when the database fails half-way. */
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#server/database/open.ts';
import { eachEngine, onPostgres, type Place, prepare, temporaryFolder } from '../../tests/support/each-engine.ts';
import { type Declare, runCommand } from './run.ts';

/** Locks the database from outside, until the test has finished. */
async function lock({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl === undefined) {
    const database = new DatabaseSync(databaseFile(dataDir));
    onTestFinished(() => database.close());
    database.exec('begin immediate');
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table settings in access exclusive mode');
}

async function saidBy(place: Place, declare: Declare) {
  let said = '';
  const errors = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said += chunk.toString();
      done();
    },
  });
  const surroundings = { environment: place.env, folder: temporaryFolder(), output: errors, errors };
  return { code: await runCommand('leads', declare, [], surroundings), said };
}

eachEngine(({ newPlace }) => {
  test.each([
    [
      0,
      /^(Another program|Somebody else) has kept .* seconds\. Nothing was changed\. Try again when it has ended\.\n$/,
    ],
    [
      1,
      /^(Another program|Somebody else) has kept .* seconds\. What the command changed before that stays\. Look at it, and try again when it has ended\.\n$/,
    ],
  ])(
    'R893 a command of several transactions says of a locked database what was changed by then, %i',
    async (times, sentence) => {
      const place = await newPlace();
      await prepare(place);
      const outcome = await saidBy(place, (command, { withStorage }) => {
        command.action(() =>
          withStorage(async ({ transaction }) => {
            const write = () =>
              transaction((trx) => sql`update settings set value = value where name = 'none'`.execute(trx));
            for (let time = 0; time < times; time++) await write();
            await lock(place);
            await write();
          }),
        );
      });
      expect(outcome).toEqual({ code: 1, said: expect.stringMatching(sentence) });
    },
  );

  test('R893 a command that meets a full disk after its first transaction says that what it changed stays', async () => {
    const place = await newPlace();
    await prepare(place);
    const { said } = await saidBy(place, (command, { withStorage }) => {
      command.action(() =>
        withStorage(async ({ transaction }) => {
          await transaction((trx) => sql`update settings set value = value where name = 'none'`.execute(trx));
          throw Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
        }),
      );
    });
    expect(said).toMatch(/The disk is full\. Make room\. What the command changed before that stays\.\n$/);
  });
});

onPostgres(({ newPlace }) => {
  test('R893 a command that loses its database before it has changed something says so', async () => {
    const place = await newPlace();
    await prepare(place);
    const { said } = await saidBy(place, (command, { withStorage }) => {
      command.action(() =>
        withStorage(async ({ transaction }) => {
          await transaction((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
        }),
      );
    });
    expect(said).toMatch(/^The database at DATABASE_URL cannot be used .* Nothing was changed\.\n$/);
  });
});
