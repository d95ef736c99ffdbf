/** The thread that moves SQLite's log into the database (`checkpoints.ts`), once for each message. No reader or writer waits. */
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
    // A passive checkpoint moves the pages that no reader still needs, and waits for nobody.
    database.exec('pragma wal_checkpoint(passive)');
    port.postMessage('done');
  });
}

if (parentPort) serve(parentPort, (workerData as { readonly path: string }).path);
