/** Finds out whether each connection to PostgreSQL is a session of its own, as all of this software assumes. */
import { busyForMs } from './busy.ts';
import { asAway } from './connection-errors.ts';
import { createPostgresClient } from './postgres-client.ts';

/** Something before PostgreSQL gives the connections each other's settings and locks. */
export class SharedSessionError extends Error {
  override name = 'SharedSessionError';
}

/**
 * Which of two connections asks, one after the other. The turns are uneven, so that a pooler which lends its sessions in turn gives one
 * connection two different sessions.
 */
const turns = [0, 1, 1, 0, 1, 0, 0, 1];

/**
 * Checks that each of two connections has a session of its own. A pooler that lends sessions for a transaction or a statement does not: the
 * settings of a connection then reach others, locks of the session are lost, and writes end on a connection that may only read. The
 * connections of the check set nothing, so nothing is left behind in a pooler.
 *
 * @throws SharedSessionError when they share a session, or one of them changes its own
 * @throws StorageBusyError when the database lets nobody in
 */
export async function refuseSharedSessions(url: string): Promise<void> {
  const clients = [1, 2].map(() => createPostgresClient(url, { query_timeout: busyForMs }));
  const sessions = clients.map(() => new Set<number>());
  try {
    for (const client of clients) await client.connect();
    for (const turn of turns) {
      const answer = await clients[turn]?.query<{ pid: number }>('select pg_backend_pid() as pid');
      for (const { pid } of answer?.rows ?? []) sessions[turn]?.add(pid);
    }
  } catch (error) {
    throw asAway(error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
  const all = sessions.flatMap((seen) => [...seen]);
  if (all.length === clients.length && new Set(all).size === clients.length) return;
  throw new SharedSessionError(
    'A pooler stands before the database and lends its sessions to several connections (such as PgBouncer with pool_mode = transaction). ' +
      'Name the database itself in DATABASE_URL, or let the pooler give each connection a session (pool_mode = session).',
  );
}
