import { Socket } from 'node:net';
import { type Dialect, PostgresDialect, type PostgresDialectConfig } from 'kysely';
import pg from 'pg';
import { busyForMs, StorageBusyError } from './busy.ts';
import { BothEnginesCompiler } from './postgres-compiler.ts';
import { PipelinedPostgresDriver } from './postgres-driver.ts';

const statementSilenceMs = 5000;
const idleInTransactionMs = 10_000;
const connectionsPerServer = 10;
const readingConnectionsPerServer = 4;
/** How long the database works at one statement of the desk, in milliseconds. */
const readTimeoutMs = 10_000;

const { builtins } = pg.types;

/** A time as PostgreSQL writes it in UTC, such as `2026-11-21 21:04:00.1234+00`, with its parts. */
const timeInUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/**
 * A time of PostgreSQL as ISO text in milliseconds. Its text in UTC needs no arithmetic: a `Date` of each time was a third of
 * what it costs to read a row.
 */
export function isoOfTime(text: string): string {
  const [, day, time, fraction = ''] = timeInUtc.exec(text) ?? [];
  if (day === undefined) return new Date(text).toISOString();
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Times come as ISO text and documents as JSON text, as they do from SQLite; counts are far below 2^53. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: isoOfTime,
  [builtins.JSONB]: (text) => text,
  [builtins.INT8]: Number,
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
} as pg.CustomTypesConfig;

/** A connection that can be watched for silence: a network that loses every packet says nothing, and neither does TCP for minutes. */
class WatchedClient extends pg.Client {
  readonly socket: Socket;
  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    socket.on('timeout', () => {
      socket.destroy(Object.assign(new Error('The database said nothing'), { code: 'ETIMEDOUT' }));
    });
  }
}

const socketOf = (client: pg.PoolClient) => (client as unknown as WatchedClient).socket;

export interface PostgresPoolOptions {
  /** Hears of a connection that broke. The pool replaces it by itself. */
  readonly onBroken: (error: Error) => void;
  /** How long a statement may stay without a word before its connection counts as broken; 0 for ever. */
  readonly silenceMs?: number;
  /**
   * How long a transaction may stand still between two statements before the database ends it; 0 for ever. A server that is
   * frozen in the middle of one keeps its locks no longer than that.
   */
  readonly idleMs?: number;
  readonly connections?: number;
  /** What each connection is set to. */
  readonly settings?: readonly string[];
}

/** Times come in UTC, whatever the zone of the database. */
const everyConnection = ["timezone = 'UTC'"];

/** The pool waits for it, though its type says that it does not. */
const beginWith = (settings: readonly string[]) =>
  ((client) => client.query(settings.map((setting) => `set ${setting}`).join('; '))) as (
    client: pg.ClientBase,
  ) => unknown as (client: pg.ClientBase) => void;

/** A pool of connections to PostgreSQL 15 or newer. */
export function openPostgresPool(
  url: string,
  {
    onBroken,
    silenceMs = statementSilenceMs,
    idleMs = idleInTransactionMs,
    connections = connectionsPerServer,
    settings = [],
  }: PostgresPoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: busyForMs,
    idle_in_transaction_session_timeout: idleMs,
    pipeline: true,
    types,
    onConnect: beginWith([...everyConnection, ...settings]),
    Client: WatchedClient as unknown as new () => pg.ClientBase,
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(silenceMs));
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
  // The pool itself only hears of connections that break while nobody uses them; one that breaks in use would end the
  // process, though its statement fails as well.
  pool.on('connect', (client) => client.on('error', onBroken));
  pool.on('error', () => {});
  return pool;
}

/**
 * A few more connections, for what only reads and may take long: however much of it there is, the others stay free for the
 * public site. The database ends a statement of theirs that takes too long, and refuses one that writes.
 */
export function openPostgresReadingPool(url: string, onBroken: (error: Error) => void): pg.Pool {
  const silenceMs = readTimeoutMs + statementSilenceMs;
  const settings = [
    'default_transaction_read_only = on',
    `statement_timeout = ${readTimeoutMs}`,
    // Compiling a statement costs more than the short reads of a list.
    'jit = off',
    // One processor for a look: the others are for whoever posts a lead meanwhile.
    'max_parallel_workers_per_gather = 0',
  ];
  return openPostgresPool(url, { onBroken, silenceMs, connections: readingConnectionsPerServer, settings });
}

/** What the pool says when every connection stayed in use while a caller waited (pg-pool, `connect`). It has no code. */
const poolIsBusy = 'timeout exceeded when trying to connect';

/** Takes a connection of the pool. @throws StorageBusyError when none becomes free in time */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw (error as Error).message === poolIsBusy ? new StorageBusyError('POOL_BUSY', error) : error;
  }
}

class OurDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver = () => new PipelinedPostgresDriver(this.#config);
  override createQueryCompiler = () => new BothEnginesCompiler();
}

export const postgresDialect = (pool: pg.Pool): Dialect =>
  new OurDialect({ pool: { options: pool.options, connect: () => connect(pool), end: () => pool.end() } });
