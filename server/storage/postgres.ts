import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const connectTimeoutMs = 5000;
const connectionsPerServer = 10;

const { builtins } = pg.types;

/** Times come as ISO text and documents as JSON text, as they do from SQLite; counts are far below 2^53. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [builtins.JSONB]: (text) => text,
  [builtins.INT8]: Number,
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
} as pg.CustomTypesConfig;

/**
 * A pool of connections to PostgreSQL 15 or newer.
 *
 * @param onIdleError hears of a connection that broke while nobody used it; the pool replaces it by itself
 */
export function openPostgresPool(url: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsPerServer,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
  });
  pool.on('error', onIdleError);
  return pool;
}

export const postgresDialect = (pool: pg.Pool): Dialect => new PostgresDialect({ pool });
