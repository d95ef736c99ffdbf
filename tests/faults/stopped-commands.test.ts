/** Commands that are stopped half-way: by Ctrl-C, by a service manager, by a closed terminal, or killed. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { restoreMark, visibleTablesQuery } from '#server/database/open.ts';
import { startScript } from '../support/command.ts';
import { engineUnderTest, onPostgres, type Place, prepare, temporaryFolder } from '../support/each-engine.ts';
import { runCommand } from './support/commands.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function connected({ databaseUrl }: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The sessions of PostgreSQL's own programs in the database. */
async function programsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name in ('pg_dump', 'psql')`,
  );
  return rows.map(({ name }) => name);
}

async function ended(child: ReturnType<typeof startScript>) {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal };
}

onPostgres((under) => {
  test('R879 a backup that is stopped ends pg_dump with it and leaves its folder empty', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const [client, other] = [await connected(place), await connected(place)];
    const env = { ...place.env, SECRET_KEY: 'k'.repeat(43) };
    for (const signal of signals) {
      await other.query('begin; lock table leads in access exclusive mode');
      const folder = join(temporaryFolder(), 'backup');
      const child = startScript('backup', env, folder);
      const end = ended(child);
      await expect.poll(() => programsIn(client), { timeout: 30_000 }).toEqual(['pg_dump']);
      child.kill(signal);
      expect(await end, signal).toEqual({ code: 128 + constants.signals[signal], signal: null });
      await expect.poll(() => programsIn(client), { timeout: 10_000 }).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
      await other.query('rollback');
      await runCommand({ ...place, env }, 'backup', [folder]);
    }
  });

  test('R879 a restore that is stopped or killed ends psql with it, and leaves its place empty for the next one', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const env = { ...place.env, SECRET_KEY: 'k'.repeat(43) };
    const folder = join(temporaryFolder(), 'backup');
    await runCommand({ ...place, env }, 'backup', [folder]);
    const empty = await under.newPlace({ empty: true });
    const next: Place = { ...empty, env: { ...empty.env, SECRET_KEY: 'k'.repeat(43) } };
    const [client, other] = [await connected(next), await connected(next)];
    const tables = async () => (await client.query<{ name: string }>(visibleTablesQuery)).rows.map(({ name }) => name);
    for (const signal of [...signals, 'SIGKILL'] as const) {
      // The script of the restore waits for the end of this transaction.
      await other.query('begin; create table webhook_endpoints (id text)');
      const child = startScript('restore', next.env, folder);
      const end = ended(child);
      await expect.poll(() => programsIn(client), { timeout: 30_000 }).toEqual(['psql']);
      await expect
        .poll(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount, {
          timeout: 30_000,
        })
        .toBeGreaterThan(0);
      child.kill(signal);
      const expected =
        signal === 'SIGKILL' ? { code: null, signal } : { code: 128 + constants.signals[signal], signal: null };
      expect(await end, signal).toEqual(expected);
      await other.query('rollback');
      await expect.poll(() => programsIn(client), { timeout: 10_000 }).toEqual([]);
      const left = await tables();
      // Killed, psql may have read the whole script. Then the mark keeps every server away.
      expect(left, signal).toEqual(
        signal === 'SIGKILL' && left.length > 0 ? expect.arrayContaining([restoreMark]) : [],
      );
    }
    await runCommand(next, 'restore', [folder]);
    expect(await tables()).not.toContain(restoreMark);
  });
});

test('R879 a backup of SQLite that is stopped while the copy is made leaves its folder empty', async () => {
  const place = await engineUnderTest('sqlite').newPlace();
  await prepare(place);
  const env = { ...place.env, SECRET_KEY: 'k'.repeat(43) };
  for (const signal of signals) {
    const folder = join(temporaryFolder(), 'backup');
    const child = startScript('backup', env, folder);
    const end = ended(child);
    while (!namesIn(folder).includes('boxline.sqlite')) await new Promise((done) => setTimeout(done, 1));
    child.kill(signal);
    const { code } = await end;
    // A signal that comes when the backup is whole changes nothing.
    expect([code, namesIn(folder).includes('backup.json')]).toEqual(
      code === 0 ? [0, true] : [128 + constants.signals[signal], false],
    );
    if (code !== 0) expect(namesIn(folder)).toEqual([]);
  }
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
