/** The messages of a request are paused while it closes. */
import { expect, it } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';

const { expireAfterMs, takeBackForMs } = requestTimings;

eachEngine((under) => {
  async function running() {
    const clock = testClock();
    const sms = await startFakeSms();
    const env = { ...sms.env, ON_SHIFT: 'Marlow Finch, +12075550121' };
    const portal = await startPortal(under, env, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    return { ...portal, clock, sms, token, id: await portal.ask(token) };
  }

  it('R35 what is unsent in the last minute of a request is paused too, and goes out when the cancel is taken back', async () => {
    const { call, token, id, clock, sms, context } = await running();
    clock.advance(expireAfterMs - takeBackForMs / 2);
    await call('POST', cancelPath(id), token);
    clock.advance(takeBackForMs / 4);
    await context.delivery.runDue();
    expect(sms.texts).toEqual([]);
    await call('POST', takeBackPath(id), token);
    await context.delivery.runDue();
    expect(sms.texts).toHaveLength(1);
  });

  it('R49 what is paused is not sent sooner by a replica whose clock is a little behind', async () => {
    const { call, token, id, clock, sms, context } = await running();
    await call('POST', cancelPath(id), token);
    clock.advance(-30_000);
    const { storage, now, messageKinds: kinds } = context;
    await createOutbox({ storage, kinds, now, canSend: true, channel: 'sms' }).reconcile();
    await context.delivery.runDue();
    expect(sms.texts).toEqual([]);
    const { due_at, created_at } = await context.storage.db
      .selectFrom('messages')
      .select(['due_at', 'created_at'])
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow();
    expect(Date.parse(due_at) - Date.parse(created_at)).toBe(takeBackForMs);
  });
});
