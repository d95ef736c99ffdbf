/** Messages whose subject is over when they would be sent. What is over is decided by a kind; here by the test. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { dealer, rowOf, rowsOf, scripted, startServer } from '../../tests/support/outbox-worker.ts';
import { eventsOfMessage } from './history.ts';
import type { SendResult } from './retry-schedule.ts';
import { overSubjects } from './testing.ts';

const reason = 'Its link was withdrawn.';

eachEngineAlways(({ openStorage }) => {
  async function running(answer: () => SendResult | Promise<SendResult> = () => ({ kind: 'sent' })) {
    const storage = await openStorage();
    const { mails, transport } = scripted(answer);
    const server = startServer(storage, transport);
    const subjectId = mintId();
    const { outbox, clock } = server;
    const enqueue = (subject = subjectId) =>
      storage.transaction((trx) =>
        outbox.enqueue(trx, { kind: 'test-link-mail', subjectId: subject, recipient: dealer, at: clock.now() }),
      );
    await enqueue();
    const events = async () => (await eventsOfMessage(storage.db, (await rowOf(storage)).id)).map(({ kind }) => kind);
    return { storage, mails, ...server, subjectId, enqueue, events };
  }

  test('R482 a message that is over ends as expired with the reason, and is not tried', async () => {
    const { storage, mails, worker, subjectId, events, logged } = await running();
    overSubjects.set(subjectId, reason);
    await worker.runDue();
    expect(mails).toEqual([]);
    expect(await rowOf(storage)).toMatchObject({
      state: 'expired',
      last_error: reason,
      attempts: 0,
      lease_token: null,
      expires_at: expect.any(String),
    });
    expect(await events()).toEqual(['over']);
    expect(JSON.stringify(logged)).not.toContain(reason);
  });

  test('R482 one that may have arrived before says so', async () => {
    const { storage, worker, subjectId, clock } = await running(() => ({ kind: 'unsure', code: 'X', reason: 'Cut.' }));
    await worker.runDue();
    overSubjects.set(subjectId, reason);
    clock.advance(60_000);
    await worker.runDue();
    expect(await rowOf(storage)).toMatchObject({
      state: 'expired',
      last_error: expect.stringContaining('may have arrived'),
    });
  });

  test('R482 one that is over by the time it is written does not leave', async () => {
    const { storage, mails, worker, subjectId } = await running();
    const answers = [undefined, reason, reason];
    overSubjects.set(subjectId, async () => answers.shift());
    await worker.runDue();
    expect(mails).toEqual([]);
    expect(await rowOf(storage)).toMatchObject({ state: 'expired', last_error: reason, attempts: 0 });
  });

  test('R482 while nobody can tell whether it is over it is tried again later', async () => {
    const { storage, mails, worker, subjectId, clock } = await running();
    overSubjects.set(subjectId, () => Promise.reject(new Error('the table is locked')));
    await worker.runDue();
    expect(await rowOf(storage)).toMatchObject({ state: 'waiting', attempts: 1 });
    overSubjects.delete(subjectId);
    clock.advance(60_000);
    await worker.runDue();
    expect(mails).toHaveLength(1);
    expect(await rowOf(storage)).toMatchObject({ state: 'sent' });
  });

  test('R482 a message whose subject ends at the same instant as it is sent is sent or ends, never both', async () => {
    const { storage, mails, worker, enqueue } = await running();
    await worker.runDue();
    const atOnce = createAtOnce(storage);
    await playRounds(20, ['sent', 'over'], async () => {
      const subject = mintId();
      await enqueue(subject);
      const before = mails.length;
      await atOnce([() => worker.runDue(), async () => overSubjects.set(subject, reason)]);
      const row = (await rowsOf(storage)).find(({ subject_id }) => subject_id === subject);
      expect(['sent', 'expired']).toContain(row?.state);
      expect(mails.length - before).toBe(row?.state === 'sent' ? 1 : 0);
      return row?.state === 'sent' ? 'sent' : 'over';
    });
  });
});
