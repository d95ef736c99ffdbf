/** Makes a connection to PostgreSQL beside the pool, for work that needs a session of its own. */
import pg from 'pg';
import { busyForMs } from './busy.ts';

/** A connection that is opened in time or not at all, and that notices a lost network while it waits for hours. */
export function createPostgresClient(url: string, more: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: busyForMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...more,
  });
  // When the connection breaks, the next statement fails and reports it. An error without a listener would end the process.
  client.on('error', () => {});
  return client;
}
