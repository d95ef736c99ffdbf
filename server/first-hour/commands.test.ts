/** Runs the commands that the first hour shows, as an operator does who copies them into a shell. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openStorage } from '#server/database/open.ts';
import { compileCache } from '../../tests/support/compile-cache.ts';
import { createDatabase } from '../../tests/support/databases.ts';
import { eachEngineAlways, temporaryFolder } from '../../tests/support/each-engine.ts';
import { startPersonDeskWithEnv } from '../../tests/support/person.ts';
import { backupCommand, rehearsalOf } from './commands.ts';

const project = resolve(import.meta.dirname, '../..');
const dayMs = 24 * 60 * 60_000;

/** A folder with an `npm` that runs a command of the project without installing anything. */
function folderWithNpm(): string {
  const folder = temporaryFolder();
  const npm = `#!/bin/sh\nname=$2; shift 3\nexec '${process.execPath}' '${project}/scripts/'"$name.ts" "$@"\n`;
  writeFileSync(join(folder, 'npm'), npm);
  chmodSync(join(folder, 'npm'), 0o755);
  return folder;
}

/** Runs a line in a shell. @returns what it wrote as an error, and its exit code */
function runLine(line: string, cwd: string, environment: Readonly<Record<string, string>>) {
  const PATH = [folderWithNpm(), process.env['PATH']].join(delimiter);
  const env = { ...compileCache, ...environment, PATH };
  return new Promise<{ code: number; err: string }>((done) => {
    execFile('sh', ['-c', line], { cwd, env }, (error, _out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, err });
    });
  });
}

const worked = { code: 0, err: '' };

eachEngineAlways((under) => {
  async function running() {
    const clock = { ahead: 0 };
    const now = () => new Date(Date.now() + clock.ahead);
    const { server, env } = await startPersonDeskWithEnv(under, { now });
    const view = () => server.context.firstHour.lines(null);
    const folder = temporaryFolder();
    const run = (line: string) => runLine(line, folder, env);
    return { ...server, clock, view, folder, run };
  }

  test('R771 the backup that the first hour shows is taken on the first day and on a later one', async () => {
    const { view, run, folder, clock } = await running();
    const first = await view();
    expect(first.backup.state).toBe('open');
    expect(await run(first.backup.command)).toEqual(worked);
    expect((await view()).backup.state).toBe('done');
    clock.ahead = 9 * dayMs;
    const later = await view();
    expect(later.backup.state).toBe('open');
    expect(await run(later.backup.command)).toEqual(worked);
    expect(readdirSync(join(folder, 'backup'))).toHaveLength(2);
  });

  test('R772 the rehearsal that the first hour shows restores the backup beside the live data, which stays as it is', async () => {
    const server = await running();
    const { view, run, folder, context } = server;
    const [kept, erased] = [await server.addLead(), await server.addLead()];
    // As cron does, not into the folder that the first hour names.
    expect(await run("npm run backup -- 'of each night/one'")).toEqual(worked);
    expect((await server.erase([{ kind: 'lead', id: erased }])).status).toBe(200);
    const { erasuresFile } = context.config;
    const live = readFileSync(erasuresFile, 'utf8');

    const { restore } = await view();
    const postgres = inject('postgres');
    let databaseUrl: string | undefined;
    if (under.engine === 'postgres' && !('missing' in postgres)) {
      databaseUrl = await createDatabase(postgres.adminUrl, postgres.prefix, restore.database ?? '', { empty: true });
    }
    const password = new URL(databaseUrl ?? 'postgres://none').password;
    const line = restore.command.replace('PGPASSWORD=PASSWORD', `PGPASSWORD=${decodeURIComponent(password)}`);
    expect(await run(line)).toEqual(worked);

    const place = /rehearsal\/[\d-]+/.exec(restore.command)?.[0] ?? '';
    const own = join(folder, place, 'erasures.jsonl');
    expect(readFileSync(own, 'utf8')).toBe(live);
    const restored = openStorage({ dataDir: join(folder, place), databaseUrl });
    try {
      const leads = await restored.db.selectFrom('leads').select(['id', 'erased_at']).execute();
      expect(leads.find(({ id }) => id === kept)?.erased_at).toBeNull();
      expect(leads.find(({ id }) => id === erased)?.erased_at).not.toBeNull();
    } finally {
      await restored.close();
    }
    // The live installation is as it was: it was not restored, and goes on with a file of its own.
    expect((await view()).restore).toMatchObject({ state: 'optional', at: null });
    expect((await server.erase([{ kind: 'lead', id: kept }])).status).toBe(200);
    expect(readFileSync(erasuresFile, 'utf8')).not.toBe(live);
    expect(readFileSync(own, 'utf8')).toBe(live);
  });
});

describe('R772 the rehearsal of a restore', () => {
  const now = new Date('2026-11-22T02:00:00.000Z');

  test('names the folder of the newest backup, and every place it writes to', () => {
    expect(
      rehearsalOf({ databaseUrl: undefined, erasuresFile: '/srv/our files/erasures.jsonl' }, now, {
        at: '2026-11-20T06:30:00.000Z',
        folder: '/backup/of Friday',
      }),
    ).toEqual({
      command:
        'DATA_DIR=rehearsal/2026-11-21 ERASURES_FILE=rehearsal/2026-11-21/erasures.jsonl npm run restore -- ' +
        "'/backup/of Friday' --erasures '/srv/our files/erasures.jsonl'",
      database: null,
    });
  });

  /** A backup that an earlier version took. */
  const noFolder = { at: '2026-11-20T06:30:00.000Z', folder: undefined };

  test('never shows the password of the database, nor names the live one', () => {
    const databaseUrl = 'postgres://boxline:s%40cret@db.example:5433/boxline?sslmode=verify-full&password=s%40cret';
    const { command, database } = rehearsalOf({ databaseUrl, erasuresFile: '/srv/erasures.jsonl' }, now, noFolder);
    expect(database).toBe('boxline_rehearsal');
    expect(command).toBe(
      "PGPASSWORD=PASSWORD DATABASE_URL='postgres://boxline@db.example:5433/boxline_rehearsal?sslmode=verify-full'" +
        ' ERASURES_FILE=rehearsal/2026-11-21/erasures.jsonl npm run restore -- backup/2026-11-20 --erasures /srv/erasures.jsonl',
    );
  });
});

test('R771 no folder that a shown command makes in the project is ever committed', () => {
  const rehearsal = rehearsalOf({ databaseUrl: undefined, erasuresFile: 'data/erasures.jsonl' }, new Date(), {
    at: null,
    folder: undefined,
  });
  const operating = readFileSync(join(project, 'docs/operating.md'), 'utf8');
  const texts = [backupCommand(new Date()), rehearsal.command, operating].join('\n');
  const folders = [...texts.matchAll(/(?:npm run backup -- |DATA_DIR=)([a-z][\w/-]*)/g)].map(
    ([, folder = '']) => folder,
  );
  expect(folders.length).toBeGreaterThan(3);
  const files = [...new Set(folders)].map((folder) => `${folder}/boxline.sqlite`);
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...files], { cwd: project, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(files);
});
