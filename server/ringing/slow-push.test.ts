/** Pushes while a push service is silent, refuses for now, or is so slow that what is rung for has been accepted meanwhile. */
import { expect, it } from 'vitest';
import { createPush } from '#server/ringing/push.ts';
import type { PushOutcome } from '#server/ringing/push-request.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';

const hosts = ['healthy.example', ...Array.from({ length: 20 }, (_, n) => `slow-${n}.example`)];

/** Twenty browsers of two people at one slow push service or at many, and one browser of Cy at a healthy one. */
async function start(under: EngineUnderTest, at: 'one slow service' | 'many') {
  const { context, addPerson } = await startDesk(under);
  const [{ id: ana }, { id: bo }, { id: cy }] = [
    await addPerson('agent'),
    await addPerson('agent'),
    await addPerson('agent'),
  ];
  const slow = Promise.withResolvers<PushOutcome>();
  const pauses = Promise.withResolvers<void>();
  const sent: string[] = [];
  const outcomes: string[] = [];
  let rings = true;
  const push = createPush({
    storage: context.storage,
    keys: () => Promise.reject(new Error('nothing is sent here')),
    async send({ endpoint }) {
      sent.push(endpoint);
      return endpoint.includes('healthy') ? { outcome: 'sent' } : slow.promise;
    },
    hosts,
    pushableSessionIds: async (ids) => new Set(ids),
    ringsFor: async () => rings,
    now: () => new Date(),
    wait: () => pauses.promise,
    onOutcome: (outcome) => void outcomes.push(outcome),
    onError(error) {
      throw error;
    },
  });
  const subscribe = (personId: string, endpoint: string) =>
    push.subscribe({ personId, sessionId: personId }, { endpoint, p256dh: 'key', auth: 'secret' });
  for (let n = 0; n < 20; n++) {
    const host = `slow-${at === 'many' ? n : 0}.example`;
    await subscribe(n < 10 ? ana : bo, `https://${host}/${n}`);
  }
  await subscribe(cy, 'https://healthy.example/cy');
  const healthy = () => sent.filter((endpoint) => endpoint.includes('healthy')).length;
  const ring = (who: 'slow' | 'healthy', requestId = 'one') =>
    push.push({ requestId, personIds: who === 'slow' ? [ana, bo] : [cy] });
  const accept = () => {
    rings = false;
  };
  return { push, slow, pauses, sent, outcomes, healthy, ring, accept };
}

eachEngine((under) => {
  it('R1038 a push service that is silent holds back no push to another one', async () => {
    const { push, slow, healthy, ring } = await start(under, 'one slow service');
    await ring('slow');
    await ring('healthy');
    await expect.poll(healthy).toBe(1);
    slow.resolve({ outcome: 'sent' });
    await push.stop();
  });

  it('R1038 pushes that pause before they are tried again hold back no others', async () => {
    const { push, slow, pauses, sent, healthy, ring } = await start(under, 'many');
    slow.resolve({ outcome: 'later', afterMs: 0, why: 'busy' });
    await ring('slow');
    await expect.poll(() => sent.length).toBe(20);
    await ring('healthy');
    await expect.poll(healthy).toBe(1);
    const stopped = push.stop();
    pauses.resolve();
    await stopped;
  });

  it('R1038 a push that waited for its turn until its request was accepted is not sent', async () => {
    const { push, slow, sent, outcomes, ring, accept } = await start(under, 'one slow service');
    await ring('slow');
    await expect.poll(() => sent.length).toBe(4);
    accept();
    slow.resolve({ outcome: 'sent' });
    await expect.poll(() => outcomes.length).toBe(20);
    expect(sent).toHaveLength(4);
    await push.stop();
  });

  it('R1038 a push that still waits is not pushed a second time, and after it is over it is', async () => {
    const { push, slow, sent, outcomes, ring } = await start(under, 'one slow service');
    await ring('slow');
    await ring('slow');
    slow.resolve({ outcome: 'sent' });
    await expect.poll(() => outcomes.length).toBe(20);
    await ring('slow');
    await expect.poll(() => outcomes.length).toBe(40);
    expect(sent).toHaveLength(40);
    await push.stop();
  });
});
