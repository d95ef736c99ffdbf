/** Commands that are stopped half-way: by Ctrl-C, by a service manager, by a closed terminal, or killed. */
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { restorePostgres } from '#server/backup/restore-postgres.ts';
import { restoreBackup } from '#server/backup/service.ts';
import { databaseFile, restoreMark, visibleTablesQuery } from '#server/database/open.ts';
import { startScript } from '../support/command.ts';
import {
  eachEngine,
  engineUnderTest,
  onPostgres,
  type Place,
  prepare,
  temporaryFolder,
} from '../support/each-engine.ts';
import { runCommand } from './support/commands.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function connected({ databaseUrl }: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const tablesIn = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>(visibleTablesQuery)).rows.map(({ name }) => name);

/** The number of sessions that wait for a lock. */
const waitingIn = async (client: pg.Client): Promise<number | null> =>
  (await client.query('select 1 from pg_locks where not granted')).rowCount;

/** The sessions of psql in the database, by their process in PostgreSQL. */
async function scriptsIn(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'psql'`,
  );
  return rows.map(({ pid }) => pid);
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
    for (const signal of [...signals, 'SIGKILL'] as const) {
      // The script of the restore waits for the end of this transaction.
      await other.query('begin; create table webhook_endpoints (id text)');
      const child = startScript('restore', next.env, folder);
      const end = ended(child);
      await expect.poll(() => programsIn(client), { timeout: 30_000 }).toEqual(['psql']);
      await expect.poll(() => waitingIn(client), { timeout: 30_000 }).toBeGreaterThan(0);
      child.kill(signal);
      const expected =
        signal === 'SIGKILL' ? { code: null, signal } : { code: 128 + constants.signals[signal], signal: null };
      expect(await end, signal).toEqual(expected);
      await other.query('rollback');
      await expect.poll(() => programsIn(client), { timeout: 10_000 }).toEqual([]);
      const left = await tablesIn(client);
      // Killed, psql may have read the whole script. Then the mark keeps every server away.
      expect(left, signal).toEqual(
        signal === 'SIGKILL' && left.length > 0 ? expect.arrayContaining([restoreMark]) : [],
      );
    }
    await runCommand(next, 'restore', [folder]);
    expect(await tablesIn(client)).not.toContain(restoreMark);
  });

  test('R844 a restore does not wait for the script of a killed one, and can be stopped', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand({ ...place, env: { ...place.env, SECRET_KEY: 'k'.repeat(43) } }, 'backup', [folder]);
    const next = await under.newPlace({ empty: true });
    const [client, other] = [await connected(next), await connected(next)];
    // The script of each restore waits for the end of this transaction.
    await other.query('begin; create table webhook_endpoints (id text)');
    const startedPids: number[] = [];
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const) {
      const child = startScript('restore', { ...next.env, SECRET_KEY: 'k'.repeat(43) }, folder);
      const end = ended(child);
      const script = async () => (await scriptsIn(client)).filter((pid) => !startedPids.includes(pid));
      await expect.poll(script, { timeout: 30_000 }).toHaveLength(1);
      startedPids.push(...(await script()));
      await expect.poll(() => waitingIn(client), { timeout: 30_000 }).toBeGreaterThan(0);
      // PostgreSQL does not notice that psql was killed while it waits.
      child.kill(signal);
      const code = signal === 'SIGKILL' ? null : 128 + constants.signals[signal];
      expect(await end).toMatchObject({ code });
    }
    await other.query('rollback');
    expect(await tablesIn(client)).toEqual([]);
  });

  test('R879 a restore that is stopped when psql has just committed leaves its place empty', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand({ ...place, env: { ...place.env, SECRET_KEY: 'k'.repeat(43) } }, 'backup', [folder]);
    const next = await under.newPlace({ empty: true });
    const client = await connected(next);
    const [programs, committed] = [temporaryFolder(), join(temporaryFolder(), 'committed')];
    // It does all that psql does, and then takes its time to end.
    const slow = `#!/bin/sh\nPATH='${process.env['PATH']}'\npsql "$@"\ntouch '${committed}'\nexec sleep 60\n`;
    writeFileSync(join(programs, 'psql'), slow, { mode: 0o700 });
    const PATH = [programs, process.env['PATH']].join(delimiter);
    for (const signal of signals) {
      const child = startScript('restore', { ...next.env, SECRET_KEY: 'k'.repeat(43), PATH }, folder);
      const end = ended(child);
      await expect.poll(() => existsSync(committed), { timeout: 30_000 }).toBe(true);
      expect(await tablesIn(client)).toContain(restoreMark);
      child.kill(signal);
      expect(await end, signal).toEqual({ code: 128 + constants.signals[signal], signal: null });
      expect(await tablesIn(client), signal).toEqual([]);
      rmSync(committed);
    }
  });

  test('R879 a restore that is stopped while PostgreSQL commits its script leaves its place empty', async () => {
    const place = await under.newPlace({ empty: true });
    const [client, other] = [await connected(place), await connected(place)];
    const dump = join(temporaryFolder(), 'boxline.sql');
    // The commit waits for the other session.
    writeFileSync(
      dump,
      `create function public.wait() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
       create table public.leads (id text);
       create constraint trigger wait after insert on public.leads deferrable initially deferred
         for each row execute function public.wait();
       insert into public.leads values ('one');\n`,
    );
    await other.query('select pg_advisory_lock(1)');
    const stopping = new AbortController();
    const restored = restorePostgres(dump, place.databaseUrl ?? '', async () => {}, stopping.signal);
    const outcome = restored.catch((error: unknown) => error);
    await expect.poll(() => waitingIn(client), { timeout: 30_000 }).toBe(1);
    stopping.abort('stopped');
    // Until the commit has ended, one way or the other, nobody knows what there is to remove.
    await Promise.race([outcome, sleep(1000)]);
    await other.query('select pg_advisory_unlock(1)');
    expect(await outcome).toBe('stopped');
    await expect.poll(() => programsIn(client), { timeout: 10_000 }).toEqual([]);
    expect(await tablesIn(client)).toEqual([]);
  });
});

eachEngine((under) => {
  test.each([
    ['while it erases again', (stop: () => void) => stop()],
    ['when it has just erased again', (stop: () => void) => void setImmediate(stop)],
  ])('R879 a restore that is stopped %s leaves no file of erasures', async (_, when) => {
    const place = await under.newPlace();
    await prepare(place);
    const secretKey = 'k'.repeat(43);
    const env = { ...place.env, SECRET_KEY: secretKey };
    await runCommand({ ...place, env }, 'records', ['erase-again']);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand({ ...place, env }, 'backup', [folder]);
    expect(namesIn(folder)).toContain('erasures.jsonl');
    const next = await under.newPlace({ empty: true });
    const { dataDir, databaseUrl } = next;
    const stopping = new AbortController();
    const restored = restoreBackup({
      folder,
      config: { dataDir, databaseUrl, secretKey, erasuresFile: join(dataDir, 'erasures.jsonl') },
      erasures: [],
      carryOver: async () => ({ changed: [], missing: [] }),
      async eraseAgain() {
        when(() => stopping.abort('stopped'));
        return 0;
      },
      stop: stopping.signal,
    });
    expect(await restored.catch((error: unknown) => error)).toBe('stopped');
    expect(readdirSync(dataDir)).toEqual([]);
    if (databaseUrl !== undefined) expect(await tablesIn(await connected(next))).toEqual([]);
  });
});

test('R879 a backup of SQLite that is stopped while the copy is made leaves its folder empty', async () => {
  const place = await engineUnderTest('sqlite').newPlace();
  await prepare(place);
  makeLarge(place);
  const env = { ...place.env, SECRET_KEY: 'k'.repeat(43) };
  for (const signal of signals) {
    let tries = 0;
    let code: number | null = 0;
    // On a slow machine the signal may come when the backup is whole, and then it changes nothing.
    for (; code === 0; tries++) {
      expect(tries, `backups that ${signal} did not stop`).toBeLessThan(5);
      const folder = join(temporaryFolder(), 'backup');
      const child = startScript('backup', env, folder);
      const end = ended(child);
      await expect.poll(() => namesIn(folder), { timeout: 30_000, interval: 1 }).toContain('boxline.sqlite');
      child.kill(signal);
      ({ code } = await end);
      if (code === 0) expect(namesIn(folder)).toContain('backup.json');
      else expect(namesIn(folder)).toEqual([]);
    }
    expect(code).toBe(128 + constants.signals[signal]);
  }
});

/** Makes the database so large that to copy it takes much longer than a signal. */
function makeLarge({ dataDir }: Place): void {
  const database = new DatabaseSync(databaseFile(dataDir));
  database.exec(
    'create table ballast as with recursive n(i) as (select 1 union all select i + 1 from n where i < 40) select randomblob(1000000) as bytes from n',
  );
  database.close();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
