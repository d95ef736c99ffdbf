/** The thread that moves SQLite's log into the database (`checkpoints.ts`): once for each message, and never while somebody would have to wait for it. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** @throws when the file cannot be opened or written; the thread ends with it */
function serve(port: NonNullable<typeof parentPort>, path: string): void {
  const database = new DatabaseSync(path, { timeout: 0 });
  database.exec('pragma synchronous = full');
  port.on('message', (asked: 'checkpoint' | 'close') => {
    if (asked === 'close') {
      database.close();
      port.close();
      return;
    }
    // Passive: it moves what no reader needs any more and waits for nobody.
    database.exec('pragma wal_checkpoint(passive)');
    port.postMessage('done');
  });
}

if (parentPort) serve(parentPort, (workerData as { readonly path: string }).path);
