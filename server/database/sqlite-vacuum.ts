/** VACUUM in a separate thread: it takes seconds, and reads are answered meanwhile. */
import { Worker } from 'node:worker_threads';
import type { VacuumData } from './vacuum-thread.ts';

/** Rewrites a SQLite file. The caller must hold the writers' turn, so that nothing else in this process writes meanwhile. */
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
