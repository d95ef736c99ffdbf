import type { Worker } from 'node:worker_threads';

/** How long a thread may take to end after it was asked to, in milliseconds. */
const endsWithinMs = 2000;

/** Asks a thread to finish its earlier tasks and end, and terminates it when that takes too long. Resolves when it has ended. */
export async function endThread(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  thread.once('exit', () => resolve());
  thread.ref();
  thread.postMessage('close');
  const late = setTimeout(() => void thread.terminate(), endsWithinMs);
  await promise;
  clearTimeout(late);
}
