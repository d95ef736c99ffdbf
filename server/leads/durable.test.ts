import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

/** The storage, with how the commit of each transaction was set when its work was done. */
function watchCommits(storage: Storage) {
  const commits: string[] = [];
  const transaction: Storage['transaction'] = (work) =>
    storage.transaction(async (trx) => {
      const done = await work(trx);
      const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(trx);
      commits.push(rows[0]?.synchronous_commit ?? '');
      return done;
    });
  return { commits, storage: { ...storage, transaction } };
}

onPostgres((under) => {
  it('R12 R721 the commit of a lead waits for the disk, that of its index does not, and the next lead waits again', async () => {
    // The server of the tests has `synchronous_commit = off`, as somebody may set it for speed.
    const watched = watchCommits(await under.openStorage(await under.newPlace()));
    const { context, send } = await startPortal(under, {}, { storage: watched.storage });
    for (let n = 0; n < 5; n++) {
      watched.commits.length = 0;
      expect((await send('inquiry', inquiryParams({ submission_id: mintId() }))).status).toBe(200);
      expect(watched.commits).toEqual(['on']);
      await context.leadIndexing.update();
      expect(watched.commits).toEqual(['on', 'off']);
    }
  });
});
