import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { openStorage } from '#server/database/open.ts';
import { onPostgres, type Place, temporaryFolder } from '../../support/each-engine.ts';
import { wideLimits } from '../../support/wide-limits.ts';
import { auditLeads } from '../support/audit.ts';
import { startCallers } from '../support/callers.ts';
import { spawnCommand } from '../support/commands.ts';
import { buildPreload } from '../support/preload.ts';
import { startAt } from '../support/servers.ts';

const outageMs = 500;

/** The log lines of each request. */
const named = {
  full: { code: 'SQLITE_FULL', help: expect.stringContaining('Make room') },
  broken: { code: 'SQLITE_IOERR', help: expect.stringContaining('disk') },
};

describe.each(['full', 'broken'] as const)('a disk that is %s for a while', (fault) => {
  test('R12 R47 takes no acknowledged lead, is named, and the server goes on by itself', async (context) => {
    const library = await buildPreload(context, join(import.meta.dirname, 'failing.c'));
    const dataDir = temporaryFolder();
    const file = join(temporaryFolder(), 'fault');
    const preload = { LD_PRELOAD: library, FAIL_UNDER: dataDir, FAIL_FILE: file };
    const server = await startAt({ dataDir, env: { DATA_DIR: dataDir } }, { ...wideLimits, ...preload });
    const load = startCallers(4);
    onTestFinished(() => load.stop());
    load.pointAt(server.url);
    const acknowledged = () => load.attempts.filter((attempt) => attempt.acknowledged).length;
    await expect.poll(acknowledged).toBeGreaterThan(20);

    writeFileSync(file, fault);
    await expect.poll(() => load.surprises.length).toBeGreaterThan(0);
    await sleep(outageMs); // Answers that had left the server by then have arrived.
    const before = acknowledged();
    await sleep(outageMs);
    expect(acknowledged(), 'nothing is acknowledged meanwhile').toBe(before);
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status;
    await expect.poll(isReady).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const logged = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"unexpected error"'));
    expect(logged.length).toBeGreaterThan(0);
    for (const line of logged) expect(JSON.parse(line).err).toMatchObject(named[fault]);
    rmSync(file);

    await expect.poll(acknowledged, { timeout: 10_000 }).toBeGreaterThan(before + 20);
    await expect.poll(isReady).toBe(200);
    await load.stop();
    expect(load.surprises.every((surprise) => surprise.startsWith('500 '))).toBe(true);
    await load.settle();
    expect((await server.kill()).signal).toBe('SIGKILL');
    const storage = openStorage({ dataDir });
    onTestFinished(() => storage.close());
    await auditLeads(storage, load.attempts);
    expect(load.attempts.every((attempt) => attempt.acknowledged)).toBe(true);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(storage.db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  });
});

/** Takes backups onto a disk that is full from the beginning, and onto one that is full when a later file is written. */
async function backupsOntoFullDisk(context: TestContext, place: Place): Promise<void> {
  const library = await buildPreload(context, join(import.meta.dirname, 'failing.c'));
  const file = join(temporaryFolder(), 'fault');
  writeFileSync(file, 'full');
  for (const first of ['', 'secret.key', 'backup.json']) {
    const folder = join(temporaryFolder(), 'backup');
    const preload = { LD_PRELOAD: library, FAIL_UNDER: join(folder, first), FAIL_FILE: file };
    await expect(spawnCommand(place, 'backup', [folder], preload), first).rejects.toMatchObject({
      code: 1,
      stderr: `There is no room in ${folder}. Make room, or name a folder on another disk. No backup was taken.\n`,
    });
    expect(readdirSync(folder), first).toEqual([]);
  }
}

test('R830 a backup onto a full disk says where there is no room', async (context) => {
  const dataDir = temporaryFolder();
  const place = { dataDir, env: { DATA_DIR: dataDir } };
  await (await startAt(place)).stop();
  await backupsOntoFullDisk(context, place);
});

onPostgres((under) => {
  test('R830 a backup of PostgreSQL onto a full disk says where there is no room', async (context) => {
    await backupsOntoFullDisk(context, await under.newPlace());
  });
});

test('R1149 a restore of SQLite onto a full disk says where there is no room, and leaves nothing there', async (context) => {
  const dataDir = temporaryFolder();
  const place = { dataDir, env: { DATA_DIR: dataDir } };
  await (await startAt(place)).stop();
  const backup = join(temporaryFolder(), 'backup');
  await spawnCommand(place, 'backup', [backup]);
  const library = await buildPreload(context, join(import.meta.dirname, 'failing.c'));
  const [file, restored] = [join(temporaryFolder(), 'fault'), temporaryFolder()];
  writeFileSync(file, 'full');
  for (const first of ['', '.restoring-']) {
    const env = { LD_PRELOAD: library, FAIL_UNDER: join(restored, first), FAIL_FILE: file, DATA_DIR: restored };
    await expect(spawnCommand(place, 'restore', [backup], env), first).rejects.toMatchObject({
      code: 1,
      stderr: `There is no room in ${restored}. Make room, or name a folder on another disk. Nothing was restored.\n`,
    });
    expect(readdirSync(restored), first).toEqual([]);
  }
});
