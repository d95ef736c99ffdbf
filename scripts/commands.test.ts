/** Tests what all commands beside the server have in common. What each command does is tested in a file of its own. */
import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStorage as open } from '#server/database/open.ts';
import { type CommandName, commands, runScript, spawnScript } from '../tests/support/command.ts';
import { type Place, temporaryFolder } from '../tests/support/each-engine.ts';
import { storeLead } from '../tests/support/stored-lead.ts';
import { type Declare, runCommand } from './commands/run.ts';

const run = (command: CommandName, place: Pick<Place, 'env'>, ...args: string[]) =>
  runScript(command, place.env, ...args);

describe('without a database', () => {
  test.each(['leads', 'outbox'] as const)('%s says to start the server first and creates nothing', async (command) => {
    const folder = join(temporaryFolder(), 'data');
    const { code, out, err } = await run(command, { env: { DATA_DIR: folder } });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Start the server once (npm start)');
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    expect((await run(command, { env: { DATA_DIR: folder } })).code).toBe(1);
    expect(existsSync(join(folder, 'boxline.sqlite'))).toBe(false);
  });

  test('R349 a data folder that cannot be looked at is not said to hold no database', async () => {
    const folder = join(temporaryFolder(), 'data');
    // A link to itself stands for a folder without permissions, because these tests may run as a user with all permissions.
    symlinkSync(folder, folder);
    const { code, err } = await run('leads', { env: { DATA_DIR: folder } });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^\S+ cannot be used: .*\(ELOOP\)\..*\n$/) });
  });

  test('a bad configuration is named whole, as the server does', async () => {
    const { code, err } = await run('leads', { env: { PORT: 'x', HOST: 'y z' } });
    expect(code).toBe(1);
    expect(err).toMatch(/PORT is "x"[\s\S]*HOST is "y z"/);
  });
});

describe('a command line that cannot be read', () => {
  test.each([
    ['due', '--csv'],
    ['--json', 'due'],
    ['due', '--limit', '5'],
    ['history', 'BX-7K2M-90QF', '--find', 'dana'],
  ])('R1154 an option that belongs to no subcommand is refused beside one: leads %s %s', async (...args) => {
    const { code, out, err } = await run('leads', { env: { DATA_DIR: temporaryFolder() } }, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: option '--\w+.*' cannot be used with '(due|history)'\n/);
  });

  test.each([
    ['leads', ['--json', '--csv'], "option '--json' cannot be used with option '--csv'"],
    ['leads', ['--limit', 'many'], "option '--limit <n>' argument 'many' is invalid. It must be a whole number"],
    ['leads', ['--wrong'], '--wrong'],
    ['leads', ['stray'], 'stray'],
    ['outbox', ['--show'], '--show'],
    [
      'outbox',
      ['--show', '0123abcd', '--retry', 'all'],
      "option '--retry <id>' cannot be used with option '--show <id>'",
    ],
    ['leads', ['\u001b[2J'], '\\u001b[2J'],
  ] as const)('%s %j exits with 2 and the usage', async (command, args, problem) => {
    const { code, out, err } = await run(command, { env: { DATA_DIR: temporaryFolder() } }, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
    expect(err).toContain(`Usage: npm run ${command}`);
    expect(err).not.toContain('\u001b');
  });
});

test.each([
  ['backup', [''], "argument 'folder'. Name a file or folder."],
  ['restore', [' '], "argument 'folder'. Name a file or folder."],
  ['restore', ['x', '--erasures', ''], "option '--erasures <file>' argument '' is invalid. Name a file or folder."],
  ['restore', ['x', '--replaces', ''], "option '--replaces <old>' argument '' is invalid. Name a file or folder."],
  ['settings', ['jacket', ''], "argument 'file'. Name a file or folder."],
] as const)('R892 %s %j names the file or folder that is missing', async (command, args, problem) => {
  const { code, err } = await run(command, { env: { DATA_DIR: temporaryFolder() } }, ...args);
  expect(code).toBe(2);
  expect(err).toContain(problem);
});

describe('as a process', () => {
  const names = Object.keys(commands) as CommandName[];

  test.each(names)('%s says what is wrong with its command line', async (name) => {
    const { code, out, err } = await spawnScript(name, {}, '--wrong');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`^error: unknown option '--wrong'\n\nUsage: npm run ${name} -- `));
  });

  test('a command writes what it was asked for, and nothing else', async () => {
    const dataDir = temporaryFolder();
    const storage = open({ dataDir });
    await storage.migrate();
    await storeLead(storage, 1, 'Harbor Point Motors');
    await storage.close();
    const leads = await spawnScript('leads', { DATA_DIR: dataDir });
    expect(leads).toMatchObject({ code: 0, out: /Harbor Point Motors/, err: '' });
  });
});

test.each(Object.keys(commands) as CommandName[])('%s tells how it is used', async (name) => {
  const { code, out, err } = await runScript(name, {}, '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.startsWith(`Usage: npm run ${name} -- `)).toBe(true);
});
test('outbox says what an older or missing schema needs', async () => {
  const dataDir = temporaryFolder();
  await open({ dataDir }).close();
  const err = `There is no database of Boxline in ${dataDir} yet. Start the server once (npm start); it creates the database.\n`;
  expect(await run('outbox', { env: { DATA_DIR: dataDir } })).toMatchObject({ code: 1, err });

  const storage = open({ dataDir });
  await storage.migrate();
  await sql`delete from kysely_migration where name like '0047-%'`.execute(storage.db);
  await storage.close();
  const earlier = /^The database is of an earlier version.* brings it up to date\. .*backup.*\n$/;
  expect(await run('outbox', { env: { DATA_DIR: dataDir } })).toMatchObject({ code: 1, err: earlier });
});

describe('R317 a place that cannot be used is told in one sentence', () => {
  test.each([
    ['backup', ['/dev/null/backup'], '/dev/null/backup cannot be used: not a directory (ENOTDIR).'],
    ['backup', ['/dev/null'], '/dev/null cannot be used: not a directory (ENOTDIR).'],
    ['restore', ['/dev/null'], '/dev/null/backup.json cannot be used: not a directory (ENOTDIR).'],
    ['settings', ['jacket', '/none/items'], '/none/items cannot be used: no such file or directory (ENOENT).'],
    ['settings', ['jacket', '/'], '/ cannot be used: illegal operation on a directory (EISDIR).'],
  ] as const)('%s %j', async (command, args, sentence) => {
    const dataDir = temporaryFolder();
    const storage = open({ dataDir });
    await storage.migrate();
    await storage.close();
    writeFileSync(join(dataDir, 'secret.key'), 'k'.repeat(43));
    const { code, err } = await run(command, { env: { DATA_DIR: dataDir } }, ...args);
    expect({ code, err }).toEqual({
      code: 1,
      err: `${sentence} Nothing more was done. Fix it or name another place.\n`,
    });
  });

  test('R830 a copy that fails names both places', async () => {
    const [from, to] = [join(temporaryFolder(), 'from'), '/none/to'];
    writeFileSync(from, '');
    const err: string[] = [];
    const errors = new Writable({
      write(chunk, _, done) {
        err.push(String(chunk));
        done();
      },
    });
    const copies: Declare = (command) => void command.action(() => copyFileSync(from, to));
    const surroundings = { environment: {}, folder: '/', output: errors, errors };
    expect(await runCommand('copies', copies, [], surroundings)).toBe(1);
    expect(err.join('')).toMatch(`${from} cannot be written to ${to}: no such file or directory (ENOENT).`);
  });

  test('R893 a database that does not answer when the command begins', async () => {
    const ERASURES_FILE = join(temporaryFolder(), 'erasures.jsonl');
    const env = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', SECRET_KEY: 'k'.repeat(43), ERASURES_FILE };
    expect(await run('leads', { env })).toEqual({
      code: 1,
      out: '',
      err: 'The database at DATABASE_URL cannot be used (ECONNREFUSED). The database cannot be reached. Look whether it runs, and at DATABASE_URL. Nothing was changed.\n',
    });
  });

  test.skipIf(process.platform !== 'linux')('an output on a full disk', async () => {
    const script = resolve(import.meta.dirname, 'leads.ts');
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [script, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The output cannot be written: no space left on device (ENOSPC). What was written is not whole.\n',
    });
  });

  test.skipIf(process.platform !== 'linux')('errors on a full disk change no exit code', async () => {
    const script = resolve(import.meta.dirname, 'codes.ts');
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const statusOf = (args: string[]) =>
      spawnSync(process.execPath, [script, ...args], {
        stdio: ['ignore', 'pipe', full],
        cwd: temporaryFolder(),
        env: { DATA_DIR: '/none' },
      }).status;
    expect([statusOf(['bogus']), statusOf(['list']), statusOf(['--help'])]).toEqual([2, 1, 0]);
  });
});

test('R318 restore refuses a file of erasures that is not there, before anything is written', async () => {
  const from = temporaryFolder();
  const storage = open({ dataDir: from });
  await storage.migrate();
  await storage.close();
  writeFileSync(join(from, 'secret.key'), 'k'.repeat(43));
  const folder = join(temporaryFolder(), 'backup');
  expect(await run('backup', { env: { DATA_DIR: from } }, folder)).toMatchObject({ code: 0 });
  const dataDir = join(temporaryFolder(), 'restored');
  const { code, err } = await run(
    'restore',
    { env: { DATA_DIR: dataDir } },
    folder,
    '--erasures',
    '/none/erasures.jsonl',
  );
  expect({ code, err }).toEqual({
    code: 1,
    err: 'There is no file /none/erasures.jsonl. Name the file of erasures, or leave --erasures out. Nothing was restored.\n',
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('R978 a database of SQLite that cannot be used is told with what to do', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'boxline.sqlite'), 'letters to my aunt\n'.repeat(500));
  expect(await runScript('leads', { DATA_DIR: dataDir })).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be used (SQLITE_NOTADB). The database file is not a database. Restore a backup.\n',
  });
});
