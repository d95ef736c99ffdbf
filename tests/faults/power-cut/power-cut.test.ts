import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile, openStorage } from '#server/database/open.ts';
import { loadSecretKey } from '#server/secret-key.ts';
import { temporaryFolder } from '../../support/each-engine.ts';
import { wideLimits } from '../../support/wide-limits.ts';
import { auditLeads } from '../support/audit.ts';
import { type Attempt, startCallers } from '../support/callers.ts';
import { buildPreload } from '../support/preload.ts';
import { long, times } from '../support/rounds.ts';
import { startAt } from '../support/servers.ts';
import { type Cut, createDisk, cuts } from './disk.ts';
import { type Entry, readRecord } from './record.ts';

const cutRounds = times(60, 1000);
const leads = long ? 1500 : 300;
const callers = 8;

const integrityCheck = CompiledQuery.raw('pragma integrity_check');

/** Makes a server open its database with the fast setting that can lose data. */
const withoutFullSync = `data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) { return exec.call(this, sql.replace('synchronous = full', 'synchronous = normal')); };
`)}`;

interface Recorded {
  /** The recorded folder. The server makes its data folder `data` in it. */
  readonly root: string;
  readonly entries: readonly Entry[];
  readonly attempts: readonly Attempt[];
  /** The length of the record, in bytes, when an attempt got its first `OK`. */
  readonly acknowledgedAt: ReadonlyMap<Attempt, number>;
}

/** Runs a server under load and records everything that it does to its data folder, from its first start to its stop. */
async function recordServer(library: string, nodeArguments: readonly string[] = []): Promise<Recorded> {
  const root = realpathSync(temporaryFolder());
  const record = join(temporaryFolder(), 'record');
  const dataDir = join(root, 'data');
  const preload = { LD_PRELOAD: library, RECORD_UNDER: root, RECORD_TO: record };
  const place = { dataDir, env: { DATA_DIR: dataDir } };
  const server = await startAt(place, { ...wideLimits, ...preload }, { folder: root, nodeArguments });

  const acknowledgedAt = new Map<Attempt, number>();
  const load = startCallers(callers, (attempt) => {
    if (!acknowledgedAt.has(attempt)) acknowledgedAt.set(attempt, statSync(record).size);
  });
  onTestFinished(() => load.stop());
  load.pointAt(server.url);
  await expect.poll(() => acknowledgedAt.size, { timeout: 60_000 }).toBeGreaterThan(leads);
  await load.stop();
  expect(load.surprises).toEqual([]);
  expect((await server.stop()).code).toBe(0);
  return { root, entries: readRecord(readFileSync(record)), attempts: load.attempts, acknowledgedAt };
}

/**
 * Chooses moments for a cut: random ones, and the critical ones just after an answer, before a sync, and while the database file is
 * written.
 */
function chooseMoments({ entries, acknowledgedAt }: Recorded, count: number): number[] {
  const indexes = entries.map((_, index) => index);
  const answers = [...acknowledgedAt.values()].map((end) => entries.findLastIndex((entry) => entry.end <= end));
  const beforeSync = indexes.filter((index) => entries[index + 1]?.type === 'sync');
  const checkpoints = indexes.filter((index) => entries[index]?.path.endsWith('.sqlite'));
  const kinds = [indexes, answers, beforeSync, checkpoints];
  const moments = Array.from({ length: count }, (_, n) => {
    const kind = kinds[n % kinds.length] ?? indexes;
    return kind[Math.floor(Math.random() * kind.length)] ?? 0;
  });
  return moments.sort((a, b) => a - b);
}

/** Cuts the power at the given moments. `look` gets the remaining files and the attempts as they were known at that moment. */
async function cutAt(
  recorded: Recorded,
  moments: readonly number[],
  keep: (entry: Entry) => boolean,
  look: (dataDir: string, attempts: Attempt[], cut: Cut) => Promise<void>,
): Promise<void> {
  const { root, entries, attempts, acknowledgedAt } = recorded;
  const disk = createDisk(root);
  let played = 0;
  for (const [n, moment] of moments.entries()) {
    for (; played <= moment; played++) {
      const entry = entries[played];
      if (entry && keep(entry)) disk.play(entry);
    }
    const cut = cuts[Math.floor(n / 4) % cuts.length] ?? 'dropped';
    const end = entries[moment]?.end ?? 0;
    const then = attempts.map((attempt) => ({
      ...attempt,
      acknowledged: (acknowledgedAt.get(attempt) ?? Number.POSITIVE_INFINITY) <= end,
    }));
    const left = temporaryFolder();
    disk.writeTo(left, cut, Math.random);
    await look(join(left, 'data'), then, cut);
    rmSync(left, { recursive: true });
  }
}

/** The number of acknowledged attempts that are lost. A database that cannot be read has lost all of them. */
async function countLost(dataDir: string, attempts: readonly Attempt[]): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  const acknowledged = attempts.filter((attempt) => attempt.acknowledged);
  let storage: ReturnType<typeof openStorage> | undefined;
  try {
    storage = openStorage({ dataDir });
    const rows = await storage.db.selectFrom('submissions').select('id').execute();
    const stored = new Set(rows.map(({ id }) => id));
    return acknowledged.filter(({ id }) => !stored.has(id)).length;
  } catch {
    return acknowledged.length;
  } finally {
    await storage?.close();
  }
}

async function sumLost(recorded: Recorded, keep: (entry: Entry) => boolean = () => true): Promise<number> {
  let lost = 0;
  await cutAt(recorded, chooseMoments(recorded, 24), keep, async (dataDir, attempts) => {
    lost += await countLost(dataDir, attempts);
  });
  return lost;
}

test(
  `R12 a power cut at any of ${cutRounds} moments loses no acknowledged lead on SQLite`,
  async (context) => {
    const library = await buildPreload(context, join(import.meta.dirname, 'recorder.c'));
    const recorded = await recordServer(library);

    // The record is complete: played to its end, it gives the files that are on the disk.
    const disk = createDisk(recorded.root);
    for (const entry of recorded.entries) disk.play(entry);
    const copy = temporaryFolder();
    disk.writeTo(copy, 'kept', Math.random);
    const file = databaseFile(join(recorded.root, 'data'));
    expect(readFileSync(databaseFile(join(copy, 'data'))).equals(readFileSync(file))).toBe(true);

    await cutAt(
      recorded,
      chooseMoments(recorded, cutRounds),
      () => true,
      async (dataDir, attempts, cut) => {
        const storage = openStorage({ dataDir });
        try {
          await storage.migrate();
          const key = loadSecretKey(dataDir);
          expect(key, 'a key is there whole or not at all').toMatch(/^[\w-]{43}$/);
          const { rows } = await storage.db.executeQuery<{ integrity_check: string }>(integrityCheck);
          expect(rows, cut).toEqual([{ integrity_check: 'ok' }]);
          await auditLeads(storage, attempts);
        } finally {
          await storage.close();
        }
      },
    );

    // The same cuts find a loss where there is one.
    const unsynced = await sumLost(recorded, ({ type, path }) => type !== 'sync' || !path.endsWith('-wal'));
    expect(unsynced, 'lost when the log is never synced').toBeGreaterThan(0);
    const careless = await recordServer(library, ['--import', withoutFullSync]);
    expect(await sumLost(careless), 'lost with synchronous = normal').toBeGreaterThan(0);
  },
  120_000 + cutRounds * 1000,
);
