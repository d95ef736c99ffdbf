/**
 * A worker that looks like another server to the database: it migrates, writes leads in one transaction each, and reports what it
 * migrated.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openStorage } from '#server/database/open.ts';

const { options, leads } = workerData;
const storage = openStorage(options);
const migrated = await storage.migrate();
for (let number = 0; number < leads; number++) {
  await storage.transaction(async (trx) => {
    await trx.selectFrom('leads').select('id').limit(1).execute();
    const id = crypto.randomUUID();
    const row = { id, kind: 'inquiry', reference: '', answers: '{}', flags: '[]' } as const;
    await trx
      .insertInto('leads')
      .values({ ...row, created_at: new Date().toISOString(), due_at: new Date().toISOString() })
      .execute();
  });
}
await storage.close();
parentPort?.postMessage(migrated);
