/** VACUUM in a thread of its own: it takes seconds, and whoever reads is answered meanwhile. */
import { Worker } from 'node:worker_threads';
import type { VacuumData } from './vacuum-thread.ts';

/** Writes a SQLite file anew. Nobody else of this process may write meanwhile: the caller has the writers' turn. */
export async function vacuumBeside(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./vacuum-thread.ts', import.meta.url), {
    name: 'vacuum',
    workerData: { path } satisfies VacuumData,
    env: {},
    execArgv: [],
  });
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  await promise;
}
