/** Restores that fail or are killed half-way: no erased person comes back, and the next restore finds its place empty. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { type RestoredPlace, restoreBackup } from '#server/backup/service.ts';
import { databaseFile, restoreMark } from '#server/database/open.ts';
import { readErasures } from '#server/erasure/service.ts';
import { inquiryParams } from '../support/answers.ts';
import { runScript, startScript } from '../support/command.ts';
import {
  type EngineUnderTest,
  eachEngine,
  engineUnderTest,
  type Place,
  temporaryFolder,
} from '../support/each-engine.ts';
import { runCommand } from './support/commands.ts';
import { post } from './support/post.ts';
import { launchAt, startAt } from './support/servers.ts';

const email = 'dana@erased.example';

/** A backup with a lead that was erased after it, the file that records the erasure, and an empty place to restore into. */
async function backedUp(under: EngineUnderTest) {
  const place = await under.newPlace({ empty: true });
  const server = await startAt(place);
  expect((await post(server.url, 'inquiry', inquiryParams({ submission_id: mintId(), email }))).status).toBe(200);
  const folder = join(temporaryFolder(), 'backup');
  await runCommand(place, 'backup', [folder]);
  const [lead = ''] = (await runCommand(place, 'records', ['find', email])).match(/^lead:\S+/m) ?? [];
  await runCommand(place, 'records', ['erase', lead, '--reason', 'asked']);
  await server.stop();
  const empty = await under.newPlace({ empty: true });
  const { SECRET_KEY } = place.env;
  const next: Place = SECRET_KEY === undefined ? empty : { ...empty, env: { ...empty.env, SECRET_KEY } };
  return { next, args: [folder, '--erasures', join(place.dataDir, 'erasures.jsonl')] };
}

/** Restores again and checks that the lead is erased. */
async function restoresWell({ dataDir, env }: Place, args: string[]): Promise<void> {
  expect(await runScript('restore', env, ...args)).toMatchObject({ code: 0, out: /erased again now: 1\./, err: '' });
  expect(readdirSync(dataDir).filter((name) => name.includes('.restoring'))).toEqual([]);
  const server = await startAt({ dataDir, env });
  expect(await runCommand({ dataDir, env }, 'leads', ['--json'])).not.toContain(email);
  expect((await server.stop()).code).toBe(0);
}

/** Restores in this process. `eraseAgain` runs at the point where a restore repeats the erasures. */
const restoreHere = (
  { dataDir, databaseUrl, env }: Place,
  [folder = '', , ...erasures]: readonly string[],
  eraseAgain: (place: Pick<RestoredPlace, 'dataDir' | 'erasuresFile'>) => Promise<number>,
) =>
  restoreBackup({
    folder,
    config: { dataDir, databaseUrl, secretKey: env['SECRET_KEY'], erasuresFile: join(dataDir, 'erasures.jsonl') },
    erasures,
    carryOver: async () => ({ changed: [], missing: [] }),
    eraseAgain,
  });

async function connected({ databaseUrl }: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Whether a restore works on the database, or was cut off. */
const isMarked = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select to_regclass($1) as mark', [restoreMark])).rows[0]?.mark !== null;

eachEngine((under) => {
  test('R358 a restore that fails while it erases again leaves its place empty for the next one', async () => {
    const { next, args } = await backedUp(under);
    const { databaseUrl, env } = next;
    const restoring = restoreHere(next, args, async () => {
      if (databaseUrl !== undefined) {
        expect(await launchAt(next).ended).toMatchObject({ code: 1 });
        expect(await runScript('leads', env)).toMatchObject({ code: 1, err: /^A restore into this database runs/ });
        const other = await runScript('restore', env, ...args);
        expect(other).toMatchObject({
          code: 1,
          err: /^Another restore into the database at DATABASE_URL is running/,
        });
      }
      throw new Error('the disk is full');
    });
    await expect(restoring).rejects.toThrow('the disk is full');
    await restoresWell(next, args);
  });

  test('R962 a restore that cannot put its file of erasures at its place says that the database is there, and what to copy', async () => {
    const { next, args } = await backedUp(under);
    const place = join(next.dataDir, 'erasures.jsonl');
    const restoring = restoreHere(next, args, async () => {
      mkdirSync(place);
      return 0;
    });
    const { undone } = await restoring;
    const [draft, ...others] = readdirSync(next.dataDir).filter((name) => name.includes('.restoring'));
    const message = `The database is restored, but its file of erasures could not be put at ${place} (EISDIR). Copy ${join(next.dataDir, draft ?? '')} there before a server starts, and delete the copied file.`;
    expect([undone, others]).toEqual([message, []]);
    if (next.databaseUrl === undefined) expect(existsSync(databaseFile(next.dataDir))).toBe(true);
    else expect(await isMarked(await connected(next))).toBe(false);
  });

  test('R818 a restore whose file of erasures is taken away before it is read says so, and leaves its place empty', async () => {
    const { next, args } = await backedUp(under);
    const restoring = restoreHere(next, args, async ({ erasuresFile }) => {
      rmSync(erasuresFile);
      return (await readErasures(erasuresFile, undefined)).lines.length;
    });
    await expect(restoring).rejects.toThrow(/^Another restore has removed .* Nothing was restored\.$/);
    await restoresWell(next, args);
  });

  test('R1010 a restore that knows of no later erasures lets no later restore believe its file, until the whole one is named', async () => {
    const { next, args } = await backedUp(under);
    const ERASURES_FILE = join(temporaryFolder(), 'erasures.jsonl');
    const emptyPlace = async () => {
      const { env } = await under.newPlace({ empty: true });
      const { SECRET_KEY } = next.env;
      return { ...env, ERASURES_FILE, ...(SECRET_KEY !== undefined && { SECRET_KEY }) };
    };
    const [folder = '', , named = ''] = args;
    const unknown = /^What was erased for a person after .* is not known here, and is back\./m;
    for (const _ of [1, 2]) expect((await runScript('restore', await emptyPlace(), folder)).out).toMatch(unknown);
    expect((await runScript('restore', await emptyPlace(), ...args)).out).toMatch(/erased again now: 1\./);
    expect(readFileSync(ERASURES_FILE, 'utf8')).toBe(readFileSync(named, 'utf8'));
    expect((await runScript('restore', await emptyPlace(), folder)).out).toMatch(/erased again now: 1\./);
  });

  test.each([
    ['is taken away', (file: string) => rmSync(file)],
    ['is replaced by another one', (file: string) => writeFileSync(file, '{}\n')],
  ])('R818 a restore whose file of erasures %s meanwhile fails, and leaves its place empty', async (_, harm) => {
    const { next, args } = await backedUp(under);
    const restoring = restoreHere(next, args, async ({ erasuresFile }) => {
      harm(erasuresFile);
      return 0;
    });
    await expect(restoring).rejects.toThrow(/^Another restore has removed .* Nothing was restored\.$/);
    await restoresWell(next, args);
  });
});

test('R818 a restore into a folder whose copy of the database is replaced meanwhile fails, and leaves its place empty', async () => {
  const { next, args } = await backedUp(engineUnderTest('sqlite'));
  const restoring = restoreHere(next, args, async ({ dataDir }) => {
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    new DatabaseSync(databaseFile(dataDir)).close();
    return 0;
  });
  await expect(restoring).rejects.toThrow(/^Another restore has removed .* Nothing was restored\.$/);
  expect(existsSync(databaseFile(next.dataDir))).toBe(false);
  await restoresWell(next, args);
});

// A process of another container looks like one that has ended.
test('R818 a restore into PostgreSQL leaves the file alone that another restore into the same database works with', async () => {
  const { next, args } = await backedUp(engineUnderTest('postgres'));
  let isThere = false;
  await restoreHere(next, args, async ({ erasuresFile }) => {
    const draft = erasuresFile.replace(/restoring-\d+/, 'restoring-999999999');
    renameSync(erasuresFile, draft);
    expect((await runScript('restore', next.env, ...args)).err).toMatch(/^Another restore into the database/);
    isThere = existsSync(draft);
    renameSync(draft, erasuresFile);
    return 0;
  });
  expect(isThere).toBe(true);
});

test('R358 a restore into PostgreSQL that is killed before it has erased again is used by no server, and begun anew', async () => {
  const { next, args } = await backedUp(engineUnderTest('postgres'));
  const client = await connected(next);
  const child = startScript('restore', next.env, ...args);
  const gone = new Promise((done) => child.once('close', done));
  while (!(await isMarked(client))) await sleep(2);
  child.kill('SIGKILL');
  await gone;
  expect(existsSync(join(next.dataDir, 'erasures.jsonl'))).toBe(false);
  const refused = launchAt(next);
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toMatch(/^A restore into this database runs or was cut off/m);
  await restoresWell(next, args);
});

// The file of erasures at its place is taken for one with every erasure, so a restore that was cut off must not have put it there.
test('R819 a restore into PostgreSQL that is killed at its very end does not let the next one say that nothing was erased since', async () => {
  const { next, args } = await backedUp(engineUnderTest('postgres'));
  const [folder = ''] = args;
  expect(existsSync(join(folder, 'erasures.jsonl'))).toBe(true);
  const [client, other] = [await connected(next), await connected(next)];
  const child = startScript('restore', next.env, folder);
  const gone = new Promise((done) => child.once('close', done));
  while (!(await isMarked(client))) await sleep(2);
  // The mark cannot be dropped while somebody reads it.
  await other.query(`begin; select * from ${restoreMark}`);
  const waiting = `select pg_blocking_pids(pid) <> '{}' as waits, pid from pg_stat_activity
    where datname = current_database() and query like 'drop table ${restoreMark}%'`;
  await expect.poll(async () => (await client.query(waiting)).rows[0]?.waits, { timeout: 30_000 }).toBe(true);
  child.kill('SIGKILL');
  await gone;
  for (const { pid } of (await client.query(waiting)).rows)
    await client.query('select pg_terminate_backend($1)', [pid]);
  await other.query('rollback');
  expect(await isMarked(client)).toBe(true);
  const { code, out } = await runScript('restore', next.env, folder);
  expect(code).toBe(0);
  expect(out).toMatch(/^What was erased for a person after .* is not known here, and is back\./m);
});

test('R819 a restore into a folder has made its key before the file of erasures is put at its place', async () => {
  const { next, args } = await backedUp(engineUnderTest('sqlite'));
  const restoring = restoreHere(next, args, async () => {
    mkdirSync(join(next.dataDir, 'erasures.jsonl'));
    return 0;
  });
  expect((await restoring).undone).toMatch(/^The database is restored/);
  expect(existsSync(join(next.dataDir, 'secret.key'))).toBe(true);
});

test('R358 the copy that a killed restore into a folder left is removed by the next one', async () => {
  const { next, args } = await backedUp(engineUnderTest('sqlite'));
  const child = startScript('restore', next.env, ...args);
  const gone = new Promise((done) => child.once('close', done));
  const drafts = () => readdirSync(next.dataDir).filter((name) => name.startsWith(`.restoring-${child.pid}.`));
  while (!drafts().some((draft) => existsSync(databaseFile(join(next.dataDir, draft))))) await sleep(2);
  child.kill('SIGKILL');
  await gone;
  expect(drafts()).toHaveLength(1);
  await restoresWell(next, args);
});

// The first process in a container always has the same process id.
test('R358 the journal that a killed restore left is not played into the copy of one whose process has its number', async () => {
  const { next, args } = await backedUp(engineUnderTest('sqlite'));
  const draft = join(next.dataDir, `.restoring-${process.pid}`);
  mkdirSync(draft);
  const killed = join(temporaryFolder(), 'killed.sqlite');
  copyFileSync(databaseFile(args[0] ?? ''), killed);
  const database = new DatabaseSync(killed);
  database.exec('pragma journal_mode = wal; create table of_the_killed_one (id integer)');
  for (const end of ['', '-wal']) copyFileSync(`${killed}${end}`, `${databaseFile(draft)}${end}`);
  database.close();
  const tables: unknown[] = [];
  await restoreHere(next, args, async ({ dataDir }) => {
    const copy = new DatabaseSync(databaseFile(dataDir));
    tables.push(
      ...copy
        .prepare("select name from sqlite_master where type = 'table'")
        .all()
        .map(({ name }) => name),
    );
    copy.close();
    return 0;
  });
  expect(tables).toContain('leads');
  expect(tables).not.toContain('of_the_killed_one');
});
