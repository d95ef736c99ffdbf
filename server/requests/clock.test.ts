/** A clock that was a year ahead while the portal was in use, and is set right again. */
import { expect, test } from 'vitest';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;
const start = '2026-11-21T14:00:00.000Z';

eachEngine((under) => {
  async function openAhead() {
    const clock = testClock(start);
    const portal = await startPortal(under, {}, { now: clock.now });
    clock.advance(yearMs);
    const token = await portal.sessionFor(portal.shared.code);
    return { ...portal, clock, token };
  }

  test('R49 a request that was made while the clock was ahead ends after its fifteen minutes', async () => {
    const { context, clock, token, ask } = await openAhead();
    const id = await ask(token);
    clock.set(start);
    await context.agentRequests.sweep();
    expect(await context.agentRequests.find(id)).toMatchObject({ outcome: null });
    clock.advance(15 * minuteMs);
    await context.agentRequests.sweep();
    expect(await context.agentRequests.find(id)).toMatchObject({ outcome: 'expired', created_at: start });
  });

  test('R49 an accepted request ends after its four hours, and one that is right is left alone', async () => {
    const { context, clock, token, ask, linksOf, agent } = await openAhead();
    const id = await ask(token);
    const [link = ''] = Object.values(await linksOf(id));
    await agent(link, 'accept');
    const right = await context.agentRequests.find(id);
    await context.agentRequests.sweep();
    expect(await context.agentRequests.find(id)).toEqual(right);
    clock.set(start);
    await context.agentRequests.sweep();
    const expires_at = new Date(Date.parse(start) + 4 * hourMs).toISOString();
    expect(await context.agentRequests.find(id)).toMatchObject({ expires_at, accepted_at: start, ended_at: null });
  });

  test('R1083 a request that was accepted while the clock was ahead counts, but in no median', async () => {
    const { context, clock, token, ask, linksOf, agent } = await openAhead();
    const id = await ask(token);
    clock.advance(minuteMs);
    await agent(Object.values(await linksOf(id))[0] ?? '', 'accept');
    clock.set(start);
    await context.agentRequests.sweep();
    clock.advance(minuteMs);
    expect((await context.figures.view({}))?.totals).toMatchObject({ requests: 1, accept: { count: 0 } });
  });

  test('R1083 a request that was accepted and connected while the clock was ahead is in no median of the talk’s beginning', async () => {
    const { context, clock, token, ask, linksOf, agent } = await openAhead();
    clock.set(start);
    const id = await ask(token);
    clock.advance(5 * minuteMs);
    const link = Object.values(await linksOf(id))[0] ?? '';
    await agent(link, 'accept');
    await agent(link, 'connected');
    clock.set(new Date(Date.parse(start) + minuteMs / 2).toISOString());
    await context.agentRequests.sweep();
    clock.advance(minuteMs);
    expect((await context.figures.view({}))?.totals).toMatchObject({ requests: 1, connect: { count: 0 } });
  });

  test('R49 a session that was opened while the clock was ahead lasts twelve hours more at most', async () => {
    const { context, clock, token } = await openAhead();
    clock.set(start);
    await context.portal.purgeExpired();
    expect(await context.portal.findSession(token)).toBeDefined();
    clock.advance(12 * hourMs);
    expect(await context.portal.findSession(token)).toBeUndefined();
  });

  test('R49 answers without an id are not taken for a replay of what came in the future', async () => {
    const clock = testClock(start);
    const { send, context } = await startApp(under, {}, { now: clock.now });
    clock.advance(yearMs);
    await send('inquiry', inquiryParams());
    clock.set(start);
    expect(await send('inquiry', inquiryParams())).toMatchObject({ status: 200 });
    expect(await context.storage.db.selectFrom('leads').select('id').execute()).toHaveLength(2);
  });
});
