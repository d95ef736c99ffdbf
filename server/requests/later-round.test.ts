/** A request that waits again: messages and answers from before it was handed back, or before it ended, do not count any more. */
import { expect, it, vi } from 'vitest';
import { brand } from '#brand/brand.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { deskRequestsPath, handOffForMs } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { testClock } from '../../tests/support/clock.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { mailEnv, recordMails } from '../../tests/support/mails.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const env = {
  ...mailEnv,
  PUBLIC_URL: 'https://desk.example',
};

eachEngine((under) => {
  async function start() {
    const { mails, mailTransport } = recordMails();
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, { ...wideLimits, ...env }, { now: clock.now, mailTransport });
    const ana = await server.signInAs('agent', { name: 'Ana Ruiz' });
    const ben = await server.signInAs('agent', { name: 'Ben Cole' });
    const token = await server.sessionFor(server.shared.code);
    const step = async (id: string, name: string, { cookie }: SignedIn, body: object = {}) => {
      clock.advance(1000);
      const answer = await server.desk('POST', `${deskRequestsPath}/${id}/${name}`, { cookie, body });
      return { status: answer.status, record: answer.json<RequestRecord>() };
    };
    return { ...server, clock, mails, ana, ben, token, step };
  }

  it('R620 “Not me” counts in each round, also of somebody who said it before and was not asked anew', async () => {
    const { ask, token, step, ana, ben, context, historyOf } = await start();
    const rings = async () => {
      await context.ringing.look();
      return (await context.ringing.ringsOf(ana.personId)).length;
    };
    const id = await ask(token);
    await context.presence.set(ana.personId, 'available');
    expect(await rings()).toBe(1);
    expect((await step(id, 'decline', ana)).record.can.decline).toBe(false);
    expect(await rings()).toBe(0);
    await step(id, 'accept', ben);
    await step(id, 'hand-back', ben);
    expect(await rings()).toBe(1);
    expect(await step(id, 'decline', ana)).toMatchObject({ status: 200, record: { can: { decline: false } } });
    expect(await rings()).toBe(0);
    expect((await historyOf(id)).filter((event) => event === 'declined: Ana Ruiz')).toHaveLength(2);
    // A second press says nothing new.
    expect((await step(id, 'decline', ana)).status).toBe(200);
    expect((await historyOf(id)).filter((event) => event === 'declined: Ana Ruiz')).toHaveLength(2);
  });

  it('R621 the operator is asked by a link that works when nobody else is left to ask for one that was opened again', async () => {
    const { ask, token, step, ana, ben, context, clock, mails, linksOf, agent } = await start();
    const { db } = context.storage;
    const id = await ask(token);
    await context.delivery.runDue();
    await step(id, 'accept', ana);
    await step(id, 'done', ana, { disposition: 'contracted_retail', deal: { version: 0, patch: {} } });
    clock.advance(requestTimings.takeBackForMs);
    await context.agentRequests.sweep();
    expect((await step(id, 'reopen', ana)).status).toBe(200);
    await db.updateTable('people').set({ on_shift_at: null }).execute();
    const body = { ...nothingTold, to: ben.personId };
    expect((await step(id, 'hand-off', ana, body)).status).toBe(200);
    clock.advance(handOffForMs);
    await context.agentRequests.sweep();
    await context.delivery.runDue();
    const again = mails.filter(({ to, subject }) => to === mailEnv.MAIL_TO && subject.startsWith('Still needed'));
    expect(again).toHaveLength(1);
    const operator = (await linksOf(id))[brand.name] ?? '';
    expect((await agent(operator, 'accept')).json()).toMatchObject({ mine: true });
  });

  it('R663 a link that is asked after a hand-back works, when the request was opened again while the clock was ahead', async () => {
    const { ask, token, ana, context, clock, linksOf, agent } = await start();
    const right = clock.now().toISOString();
    clock.advance(requestTimings.acceptedForMs);
    const id = await ask(token);
    const { agentRequests } = context;
    const press = (name: 'accept' | 'connected' | 'signing' | 'reopen' | 'hand-back') =>
      agentRequests.step(name, id, { personId: ana.personId, name: ana.name });
    await press('accept');
    const { [ana.name]: link = '' } = await linksOf(id);
    await agent(link, 'done', { disposition: 'contracted_retail' });
    clock.advance(requestTimings.takeBackForMs);
    await agentRequests.sweep();
    for (const name of ['reopen', 'connected', 'signing'] as const) await press(name);
    clock.set(right);
    await agentRequests.sweep();
    expect(await agentRequests.find(id)).toMatchObject({ ended_at: null, reopened_at: right, signing_at: right });
    await press('hand-back');
    const { 'Marlow Finch': marlow = '' } = await linksOf(id);
    expect((await agent(marlow, 'accept')).json()).toMatchObject({ mine: true });
  });
});
