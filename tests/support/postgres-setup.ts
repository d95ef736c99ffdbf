import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { dropDatabases } from './databases.ts';
import { startPostgres } from './postgres-server.ts';

/** What the tests know about PostgreSQL: its address, or why there is none. */
type PostgresForTests = { adminUrl: string; prefix: string } | { missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/** Starts PostgreSQL once for all test files of a run, and leaves nothing of the run behind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if ('missing' in server) {
    project.provide('postgres', server);
    return async () => {};
  }
  const prefix = `boxline_test_${randomBytes(4).toString('hex')}`;
  project.provide('postgres', { adminUrl: server.adminUrl, prefix });
  return async () => {
    await dropDatabases(server.adminUrl, prefix);
    await server.stop();
  };
}
