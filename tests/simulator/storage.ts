/** The database of a night: a SQLite file that both replicas open, on a disk that can be slow, full or cut off. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Dialect, DialectAdapter, Driver, QueryResult } from 'kysely';
import { databaseFile, openStorage, type Storage } from '#server/database/open.ts';
import { claimed, openCommit } from './accidents.ts';
import { type Program, running } from './world.ts';

/** The disk of the machine that a replica runs on. */
export interface Disk {
  /** Whether writes fail, as on a full disk. */
  full: boolean;
  /** An accident of the replica at the next statement that contains `table`. The statement waits meanwhile. */
  accident: { readonly table: string; readonly happen: () => void } | undefined;
  /** The probability that a statement takes a moment, in which others go on. */
  readonly slow: number;
}

const longestStatementMs = 8;

/** What node:sqlite throws when SQLite says SQLITE_FULL (13). */
const diskFull = () =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'full' });

const writes = (sql: string): boolean => /^\s*(?:insert|update|delete|commit)\b/i.test(sql);

const disks = new WeakMap<Program, Disk>();

/** Whether the disk of a program's machine is full. */
export const isDiskFull = (program: Program): boolean => disks.get(program)?.full ?? false;

const prepare = DatabaseSync.prototype.prepare;

/** Lets statements that write fail while the disk of their replica is full. SQLite then undoes the whole transaction. */
DatabaseSync.prototype.prepare = function prepareOnDisk(this: DatabaseSync, sql: string, ...rest: []) {
  const statement = prepare.call(this, sql, ...rest);
  const program = running.getStore();
  const at = program && disks.get(program);
  if (!at || !writes(sql)) return statement;
  const failing =
    <Given extends unknown[], Result>(run: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (!at.full) return run.apply(statement, given);
      if (this.isTransaction) this.exec('rollback');
      throw diskFull();
    };
  statement.run = failing(statement.run as never) as typeof statement.run;
  statement.all = failing(statement.all as never) as typeof statement.all;
  return statement;
};

/**
 * Takes the accident that is set for this statement or named moment, so that it happens only once; undefined when there is none.
 */
function accidentAt(at: Disk, sql: string): (() => void) | undefined {
  const { accident } = at;
  if (!accident || !sql.includes(accident.table)) return undefined;
  at.accident = undefined;
  return accident.happen;
}

/**
 * Sometimes, and at an accident, returns a promise that waits for the disk. It resolves later for a frozen program, and never for a
 * dead one.
 */
function disk(program: Program, at: Disk, sql: string): Promise<void> | undefined {
  const { world } = program;
  const accident = accidentAt(at, sql);
  if (accident) accident();
  else if (program.state !== 'dead' && !world.random.chance(at.slow)) return undefined;
  return new Promise((resolve) => void world.arrive(program, world.random.between(1, longestStatementMs), resolve));
}

/**
 * The adapter, shared by all nights, so that statements that are prepared once for a dialect (`server/database/prepared.ts`) serve
 * all of them.
 */
let adapter: DialectAdapter | undefined;

/** Wraps a dialect so that each statement may take a moment or fail. */
const around =
  (program: Program, at: Disk) =>
  (dialect: Dialect): Dialect => ({
    createAdapter() {
      adapter ??= dialect.createAdapter();
      return adapter;
    },
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver(): Driver {
      const driver = dialect.createDriver();
      const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
      const of = (connection: DatabaseConnection) => inner.get(connection) ?? connection;
      return {
        init: () => driver.init(),
        async acquireConnection() {
          const connection = await driver.acquireConnection();
          const slowed: DatabaseConnection = {
            async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
              await disk(program, at, query.sql);
              const result = await connection.executeQuery<Row>(query);
              // An accident here comes after the claim of a message and before its try.
              if (result.rows.length > 0 && query.sql.startsWith('update')) await disk(program, at, claimed);
              return result;
            },
            streamQuery: () => {
              throw new Error('Statements are not streamed');
            },
          };
          inner.set(slowed, connection);
          return slowed;
        },
        beginTransaction: (connection, settings) => driver.beginTransaction(of(connection), settings),
        async commitTransaction(connection) {
          await disk(program, at, 'commit');
          await driver.commitTransaction(of(connection));
          await disk(program, at, 'commit');
        },
        rollbackTransaction: (connection) => driver.rollbackTransaction(of(connection)),
        releaseConnection: (connection) => driver.releaseConnection(of(connection)),
        destroy: () => driver.destroy(),
      };
    },
  });

/** Opens the night's database for a replica. */
export function openFor(program: Program, dataDir: string, at: Disk): Storage {
  disks.set(program, at);
  return openStorage({
    dataDir,
    around: around(program, at),
    soon(task) {
      const accident = accidentAt(at, openCommit);
      if (accident) program.world.arrive(program, 0, accident);
      setImmediate(task);
    },
  });
}

export interface Places {
  /** A new folder with a copy of the template, and its removal. */
  create(): { dataDir: string; remove(): void };
  close(): void;
}

/** Makes the folder for the nights' databases: in memory where the system has such a folder. */
function folder(): string {
  for (const parent of ['/dev/shm', tmpdir()]) {
    try {
      return mkdtempSync(join(parent, 'boxline-nights-'));
    } catch {
      // Not every system has that folder, and not every user may write to it.
    }
  }
  throw new Error('There is no folder for temporary files');
}

/** Makes one database, migrated and filled by `fill`. Every night begins with a copy of it. */
export async function createPlaces(fill: (dataDir: string, storage: Storage) => Promise<void>): Promise<Places> {
  const root = folder();
  const template = join(root, 'template');
  const storage = openStorage({ dataDir: template });
  await storage.migrate();
  await fill(template, storage);
  // When its last connection is closed, SQLite has everything in one file.
  await storage.close();
  const bytes = readFileSync(databaseFile(template));
  let nights = 0;
  return {
    create() {
      const dataDir = join(root, String(nights++));
      mkdirSync(dataDir);
      writeFileSync(databaseFile(dataDir), bytes);
      return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
