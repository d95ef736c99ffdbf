import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Dialect, PostgresDialect, type PostgresDialectConfig } from 'kysely';
import pg from 'pg';
import { busyForMs, lockedForMs, StorageBusyError } from './busy.ts';
import { asAway } from './connection-errors.ts';
import { type ConnectionLimit, tooManyConnections, watchLimit } from './connection-limit.ts';
import { BothEnginesCompiler } from './postgres-compiler.ts';
import { PipelinedPostgresDriver } from './postgres-driver.ts';

const statementSilenceMs = 5000;
/**
 * How long a connection that seems silent is still read, in milliseconds. A process that stood still (the machine slept, or it got a
 * SIGSTOP) runs its timers before it reads its sockets. The answer to a commit may be there.
 */
const lastReadMs = 100;
const idleInTransactionMs = 10_000;
const connectionsPerServer = 10;
const readingConnectionsPerServer = 4;
/** The longest that the database may work at one statement of the desk, in milliseconds. */
const readTimeoutMs = 10_000;

const { builtins } = pg.types;

/**
 * A time as PostgreSQL writes it in UTC, such as `2026-11-21 21:04:00.1234+00`. The groups are the date, the time and the fraction.
 */
const timeInUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/**
 * A PostgreSQL time as ISO-8601 text with milliseconds. A time in UTC is rewritten as text, because making a `Date` of each time
 * took a third of the cost of reading a row.
 */
export function isoOfTime(text: string): string {
  const [, day, time, fraction = ''] = timeInUtc.exec(text) ?? [];
  if (day === undefined) return new Date(text).toISOString();
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/**
 * Reads times as ISO text and documents as JSON text, as SQLite gives them. Counts are read as numbers; they are far below 2^53.
 */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: isoOfTime,
  [builtins.JSONB]: (text) => text,
  [builtins.INT8]: Number,
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
} as pg.CustomTypesConfig;

/** PostgreSQL's code for a write where only reads are allowed (`read_only_sql_transaction`). */
const readOnlyCode = '25006';

/** What the pool gives to each of its connections. */
interface WatchedConfig extends pg.ClientConfig {
  /** Is told when PostgreSQL refuses the connection because it has too many. */
  readonly onLimit?: () => void;
}

/**
 * A connection with a time-out for silence. When a network loses every packet, nothing arrives, and TCP itself reports that only
 * after minutes. It also notices when its database takes no writes any more, and it sends the statements of one turn of the event
 * loop together (decision 153).
 */
class WatchedClient extends pg.Client {
  readonly socket: Socket;
  refusesWrites = false;
  constructor(config?: WatchedConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    socket.on('timeout', () => {
      const { bytesRead } = socket;
      setTimeout(() => {
        if (socket.bytesRead === bytesRead)
          socket.destroy(Object.assign(new Error('The database said nothing'), { code: 'ETIMEDOUT' }));
      }, lastReadMs).unref();
    });
    const { connection } = this as unknown as { readonly connection: EventEmitter & { readonly stream: Duplex } };
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      this.refusesWrites ||= code === readOnlyCode;
      if (code === tooManyConnections) config?.onLimit?.();
    });
    const query: (...statement: readonly never[]) => unknown = this.query.bind(this);
    const queryInTurn: typeof query = (...statement) => {
      // Not `socket`: with TLS the library writes to a stream of its own.
      const { stream } = connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      return query(...statement);
    };
    Object.assign(this, { query: queryInTurn });
  }
}

const watchedOf = (client: pg.PoolClient) => client as unknown as WatchedClient;

export interface PostgresPoolOptions {
  /** Is told of a connection that broke. The pool replaces it by itself. */
  readonly onBroken: (error: Error) => void;
  /** How long a statement may get no bytes before its connection counts as broken, in milliseconds; 0 means no limit. */
  readonly silenceMs?: number;
  /**
   * How long a transaction may be idle between two statements before the database ends it, in milliseconds; 0 means no limit. It
   * bounds how long a frozen server keeps its locks.
   */
  readonly idleMs?: number;
  readonly connections?: number;
  /** Settings of each connection, each as `name = value`. */
  readonly settings?: readonly string[];
}

/**
 * What every connection relies on, whatever somebody has set for the database or its user: the form of times and of texts, that
 * whoever waited for a lock reads what its holder wrote, and that no wait has another limit than ours.
 */
export const everyConnection = [
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  'standard_conforming_strings = on',
  "default_transaction_isolation = 'read committed'",
  'statement_timeout = 0',
  'lock_timeout = 0',
];

/**
 * Sets right what else somebody may have set: a commit is answered once it is on the disk, and no connection ends by idling or a long
 * transaction. A stricter commit, such as `remote_apply`, stays. PostgreSQL has `transaction_timeout` since version 17.
 */
export const setRight = `select set_config(name, case name when 'synchronous_commit' then 'on' else '0' end, false) from pg_settings
  where name in ('idle_session_timeout', 'transaction_timeout') or (name = 'synchronous_commit' and setting = 'off')`;

/** The statement that gives a connection its settings, each as `name = value`. */
export const setAll = (settings: readonly string[]): string => settings.map((setting) => `set ${setting}`).join('; ');

/** A connection leads to a database that only takes reads, such as a standby. */
class ReadOnlyError extends Error {
  readonly code = readOnlyCode;
  readonly severity = 'FATAL';
}

/**
 * Applies settings to a new connection. The pool waits for the promise, although its type does not say so. It has no limit for this
 * wait, so the connection has one by itself: a connection that falls silent here would keep its place in the pool for ever.
 *
 * A connection to a standby is given up, also one that would only read. While a standby takes over, the name of the database may lead
 * to the wrong server for a moment, and a connection that was kept would stay there for as long as it is used.
 */
const beginWith = (settings: readonly string[], silenceMs: number) =>
  (async (client: pg.PoolClient) => {
    watchedOf(client).socket.setTimeout(silenceMs);
    const answers: unknown = await client.query(`show transaction_read_only; ${setAll(settings)}; ${setRight}`);
    const [first] = answers as readonly pg.QueryResult<{ transaction_read_only: string }>[];
    if (first?.rows[0]?.transaction_read_only === 'on') throw new ReadOnlyError('The database only takes reads');
  }) as unknown as (client: pg.ClientBase) => void;

const limits = new WeakMap<pg.Pool, ConnectionLimit>();

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
  // As a statement: poolers refuse a login with settings that they do not know.
  const idle = `idle_in_transaction_session_timeout = ${idleMs}`;
  // Whoever waits for a lock hears nothing either. The database's own answer comes first, and says that nothing was done.
  const locks = `lock_timeout = ${silenceMs === 0 ? 0 : lockedForMs}`;
  const pool: pg.Pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: busyForMs,
    pipeline: true,
    types,
    onConnect: beginWith([...everyConnection, idle, locks, ...settings], silenceMs || statementSilenceMs),
    Client: WatchedClient as unknown as new () => pg.ClientBase,
    ...({ onLimit: () => limits.get(pool)?.reach() } satisfies WatchedConfig),
  });
  limits.set(pool, watchLimit(pool));
  pool.on('acquire', (client) => watchedOf(client).socket.setTimeout(silenceMs));
  pool.on('release', (_error, client) => {
    watchedOf(client).socket.setTimeout(0);
    // The pool keeps no connection that has ended. The next one leads to where the name leads then.
    if (watchedOf(client).refusesWrites) void client.end();
  });
  // The pool reports only connections that break while idle. The error of a connection that breaks in use would end the process, so
  // each client has a listener. Its statement fails as well.
  pool.on('connect', (client) => client.on('error', onBroken));
  pool.on('error', () => {});
  return pool;
}

/**
 * Opens a few more connections, for reads that may take long. However many such reads there are, the other connections stay free
 * for the public site. The database ends a statement here that takes too long, and refuses one that writes.
 */
export function openPostgresReadingPool(url: string, onBroken: (error: Error) => void): pg.Pool {
  const silenceMs = readTimeoutMs + statementSilenceMs;
  const settings = [
    'default_transaction_read_only = on',
    `statement_timeout = ${readTimeoutMs}`,
    // Compiling a statement (JIT) costs more than the short reads of a list.
    'jit = off',
    // One processor for each read leaves the others to the public site.
    'max_parallel_workers_per_gather = 0',
  ];
  return openPostgresPool(url, { onBroken, silenceMs, connections: readingConnectionsPerServer, settings });
}

/** The message of the pool's error when no connection became free in time (pg-pool, `connect`). The error has no code. */
const poolIsBusy = 'timeout exceeded when trying to connect';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Why a caller got no connection. Nothing of what it wanted has been sent. */
function whyNone(error: unknown, isLimited: boolean): unknown {
  if ((error as Error).message === poolIsBusy)
    return new StorageBusyError(isLimited ? 'FULL_BUSY' : 'POOL_BUSY', error);
  if (codeOf(error) === tooManyConnections) return new StorageBusyError('FULL_BUSY', error);
  return asAway(error);
}

/** Takes a connection from the pool. @throws StorageBusyError when none becomes free in time, or the database lets nobody in */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const untilMs = performance.now() + busyForMs;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      // Now the pool knows that there are no more, and has the next try wait for one that is open.
      if (codeOf(error) === tooManyConnections && performance.now() < untilMs) continue;
      throw whyNone(error, limits.get(pool)?.isReached === true);
    }
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
