import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, inject, onTestFinished } from 'vitest';
import { databaseFile, openStorage, type Storage } from '#server/database/open.ts';
import { createDatabase, dropDatabases } from './databases.ts';

/** Where a server keeps its data. Two storages, or two servers, at one place share a database. */
export interface Place {
  /** A temporary folder of the test's own. */
  readonly dataDir: string;
  /** Absent for SQLite, which lives in `dataDir`. */
  readonly databaseUrl?: string;
  /** The place as environment variables of a server. */
  readonly env: Readonly<Record<string, string>>;
}

export interface EngineUnderTest {
  readonly engine: Storage['engine'];
  /** A new place, removed when the test has finished. With `empty`, nothing has migrated it. */
  newPlace(options?: { empty?: boolean }): Promise<Place>;
  /** A migrated storage at a new place, or at the given one, closed when the test has finished. */
  openStorage(place?: Place): Promise<Storage>;
}

/** A temporary folder, removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function newSqlitePlace(): Promise<Place> {
  const dataDir = temporaryFolder();
  return { dataDir, env: { DATA_DIR: dataDir } };
}

/** A SQLite file that is migrated once in this process. */
let template: Promise<Buffer> | undefined;

async function makeTemplate(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxline-test-'));
  try {
    const storage = openStorage({ dataDir });
    await storage.migrate();
    await storage.close();
    return readFileSync(databaseFile(dataDir));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The databases that were copied from a migrated template: PostgreSQL by its URL, SQLite by its folder. */
const copied = new Set<string>();

/** Puts a migrated database into an SQLite place that has none. A PostgreSQL place has it from its template. */
export async function prepare({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== undefined) return;
  if (existsSync(databaseFile(dataDir))) {
    // Whoever put it there since may have brought an older one.
    copied.delete(dataDir);
    return;
  }
  template ??= makeTemplate();
  writeFileSync(databaseFile(dataDir), await template, { mode: 0o600 });
  copied.add(dataDir);
}

/** Migrates a storage, unless its place is a copy of the template: to find nothing to do takes as long as to open it. */
export async function migrateStorage(storage: Storage, { dataDir, databaseUrl }: Place): Promise<void> {
  if (!copied.has(databaseUrl ?? dataDir)) await storage.migrate();
  // A server's storage has run statements when somebody closes it: kysely does not close one that has not.
  else if (databaseUrl === undefined) await sql`select 1`.execute(storage.db);
}

async function newPostgresPlace({ empty = false } = {}): Promise<Place> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const { adminUrl, prefix } = postgres;
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const databaseUrl = await createDatabase(adminUrl, prefix, name, { empty });
  if (!empty) copied.add(databaseUrl);
  onTestFinished(() => dropDatabases(adminUrl, name));
  const dataDir = temporaryFolder();
  const secretKey = randomBytes(32).toString('base64url');
  const ERASURES_FILE = join(dataDir, 'erasures.jsonl');
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ERASURES_FILE };
  return { dataDir, databaseUrl, env };
}

/** One engine, for tests in which the engine does not matter. */
export function engineUnderTest(engine: Storage['engine']): EngineUnderTest {
  const newPlace = engine === 'sqlite' ? newSqlitePlace : newPostgresPlace;
  return {
    engine,
    newPlace,
    async openStorage(place) {
      const at = place ?? (await newPlace());
      await prepare(at);
      const storage = openStorage(at);
      onTestFinished(() => storage.close());
      await migrateStorage(storage, at);
      return storage;
    },
  };
}

/** `npm test` sets it: each behaviour is then tested once (docs/decisions/0098). */
const quick = process.env['TESTS'] === 'quick';

/** `npm run test:faults` sets it: what `npm test` has left out (docs/decisions/0148). */
const rest = process.env['TESTS'] === 'long';

/**
 * Declares the same tests for SQLite and for PostgreSQL. `npm test` runs the SQLite half, `npm run test:faults` the PostgreSQL
 * half, and a run of a named file both. Without a PostgreSQL server its half is skipped and says why.
 *
 * eachEngine(({ openStorage }) => { test('keeps a lead', async () => { const storage = await openStorage(); }); });
 */
export function eachEngine(tests: (under: EngineUnderTest) => void): void {
  if (!rest) onSqlite(tests);
  if (!quick) onPostgres(tests);
}

/**
 * As `eachEngine`, but `npm test` runs both halves. For tests of things that depend on the engine most, such as transactions,
 * locks, column types and query plans, and for tests that run nearly every statement once.
 */
export function eachEngineAlways(tests: (under: EngineUnderTest) => void): void {
  onSqlite(tests);
  onPostgres(tests);
}

/** How many rounds of a race are played: a few in `npm test`, all of them in the long run and in a run of a named file. */
export const roundsOf = (many: number): number => (quick ? Math.min(many, 4) : many);

/** How much of a file `npm test` runs on one engine. */
interface Share {
  /** As `describe`, for tests that `npm test` runs only on SQLite. */
  describeOnce(name: string, tests: () => void): void;
}

const whole: Share = { describeOnce: describe };
const racesAlone: Share = { describeOnce() {} };

/**
 * As `eachEngine`, for a file with races among its tests. The outcome of a race depends on how an engine locks, so `npm test` plays
 * some rounds on PostgreSQL too. Tests declared with `describeOnce` are left out there.
 */
export function eachEngineWithRaces(tests: (under: EngineUnderTest, share: Share) => void): void {
  onSqlite((under) => tests(under, rest ? racesAlone : whole));
  onPostgres((under) => tests(under, quick ? racesAlone : whole));
}

/**
 * As `eachEngineWithRaces`, but `npm test` plays the races on SQLite alone, and the long run on both. For races that lose no lead, send
 * nothing twice and give no request to two people.
 */
export function eachEngineRounds(tests: (under: EngineUnderTest, share: Share) => void): void {
  onSqlite((under) => tests(under, rest ? racesAlone : whole));
  if (!quick) onPostgres((under) => tests(under, whole));
}

function onSqlite(tests: (under: EngineUnderTest) => void): void {
  describe('on SQLite', () => {
    tests(engineUnderTest('sqlite'));
  });
}

/** Declares tests for PostgreSQL only. Without a server they are skipped and say why. */
export function onPostgres(tests: (under: EngineUnderTest) => void): void {
  describe('on PostgreSQL', () => {
    beforeEach((context) => {
      const postgres = inject('postgres');
      if ('missing' in postgres) context.skip(postgres.missing);
    });
    tests(engineUnderTest('postgres'));
  });
}
