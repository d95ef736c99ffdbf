/** A hand-off at the desk to somebody who has only a telephone. */
import { expect, it } from 'vitest';
import { type AgentView, agentView } from '#contract/agent-endpoints.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { handOffForMs } from '#contract/desk/board.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { requestPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

/** How far the clock was ahead: more than servers' clocks may differ. */
const aheadMs = 10 * 60_000;

eachEngine((under) => {
  it('R545 reaches them with its words, masked, and says by whom in the text', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const sms = await startFakeSms();
    const server = await startDesk(under, { ...wideLimits, ...sms.env }, { now: clock.now });
    const { agent, ask, context, desk, linksOf, sessionFor, shared, signInAs } = server;
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    const onShift = { on_shift_at: clock.now().toISOString() };
    await context.storage.db.updateTable('people').set(onShift).where('id', '=', ana.personId).execute();
    const id = await ask(await sessionFor(shared.code));
    const links = await linksOf(id);
    const [marlow, tamsin, anas] = ['Marlow Finch', 'Tamsin Okoro', 'Ana Ruiz'].map((name) => links[name] ?? '');
    if (!marlow || !tamsin || !anas) throw new Error('everybody was asked');
    expect((await agent(marlow)).json()).toMatchObject({ handOff: null, handedToYou: false });
    const step = (name: string, body: object = {}) =>
      desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: ana.cookie, body });
    await step('accept');
    const people = context.storage.db.selectFrom('people').select('id');
    const { id: to } = await people.where('name', '=', 'Marlow Finch').executeTakeFirstOrThrow();
    const texts = {
      lender: 'Ally',
      openStipulations: 'proof of income, SSN 123-45-6789',
      promised: '0 % for 36 months',
    };
    await step('hand-off', { to, stage: 'connected', products: ['gap'], ...texts });
    await context.delivery.runDue();
    const [text] = sms.texts.slice(-1);
    expect(text?.body).toContain('Ana Ruiz hands off to you: Alder Creek Motors, ');
    const seen = agentView.parse((await agent(marlow)).json());
    expect(seen).toMatchObject({
      handedToYou: true,
      handOff: {
        from: 'Ana Ruiz',
        to: 'Marlow Finch',
        lender: 'Ally',
        products: ['GAP'],
        promised: '0 % for 36 months',
      },
    });
    expect(seen.handOff?.openStipulations).toMatch(/^proof of income/);
    expect(seen.handOff?.openStipulations).not.toContain('6789');
    for (const other of [tamsin, anas]) expect((await agent(other)).json()).toMatchObject({ handOff: null });
    await agent(marlow, 'accept');
    expect((await agent(marlow)).json()).toMatchObject({ handedToYou: false, handOff: { from: 'Ana Ruiz' } });
    await agent(marlow, 'hand-back');
    clock.advance(handOffForMs);
    expect((await agent(marlow)).json()).toMatchObject({ handOff: null });
    expect((await agent(tamsin)).json()).toMatchObject({ handOff: { from: 'Ana Ruiz' } });
  });

  it('R1201 that they refuse, or take too late, is told with their name until somebody has it', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { agent, ask, call, context, desk, linksOf, sessionFor, shared, signInAs } = server;
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    const session = await sessionFor(shared.code);
    const people = context.storage.db.selectFrom('people').select('id');
    const { id: to } = await people.where('name', '=', 'Marlow Finch').executeTakeFirstOrThrow();
    for (const how of ['refused', 'late']) {
      const id = await ask(session);
      const shown = async () => (await call('GET', requestPath(id), session)).json<RequestView>();
      const { 'Marlow Finch': marlow = '', 'Tamsin Okoro': tamsin = '' } = await linksOf(id);
      const step = (name: string, body: object = {}) =>
        desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: ana.cookie, body });
      await step('accept');
      clock.advance(1000);
      await step('hand-off', { ...nothingTold, to });
      expect(await shown()).toMatchObject({ waitsFor: 'Marlow Finch', notTakenBy: null });
      if (how === 'refused') await agent(marlow, 'decline');
      clock.advance(how === 'late' ? handOffForMs : 1000);
      await context.agentRequests.sweep();
      expect(await shown()).toMatchObject({ waitsFor: null, notTakenBy: 'Marlow Finch', handedBackBy: 'Ana Ruiz' });
      expect((await agent(tamsin)).json()).toMatchObject({ handedBackBy: 'Ana Ruiz', notTakenBy: 'Marlow Finch' });
      const atDesk = await desk('GET', `/api/desk/requests/${id}`, { cookie: ana.cookie });
      expect(atDesk.json()).toMatchObject({ waitsFor: null });
      await agent(tamsin, 'accept');
      expect(await shown()).toMatchObject({ acceptedBy: 'Tamsin Okoro', notTakenBy: null });
      clock.advance(1000);
      await agent(tamsin, 'hand-back');
      expect(await shown()).toMatchObject({ handedBackBy: 'Tamsin Okoro', notTakenBy: null });
    }
  });

  it('R1241 is told as one until somebody hands the request back, also the same person', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { agent, ask, context, desk, linksOf, sessionFor, shared, signInAs } = server;
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    const onShift = { on_shift_at: clock.now().toISOString() };
    const people = context.storage.db.updateTable('people');
    await people.set(onShift).where('id', '=', ana.personId).execute();
    const id = await ask(await sessionFor(shared.code));
    const { 'Tamsin Okoro': tamsin = '', 'Ana Ruiz': anas = '' } = await linksOf(id);
    const shown = async () =>
      [await agent(tamsin), await agent(anas)].map((answer) => answer.json<AgentView>().handedOff);
    for (const [step, body, handedOff] of [
      ['hand-off', { ...nothingTold, to: null }, true],
      ['hand-back', {}, false],
    ] as const) {
      for (const [name, of] of [['accept', {}] as const, [step, body] as const]) {
        await desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: ana.cookie, body: of });
        clock.advance(1000);
      }
      expect(await shown()).toEqual([handedOff, handedOff]);
      expect((await agent(anas)).json()).toMatchObject({ givenUp: 'handed-back' });
    }
  });

  it('R1286 is told as one also after the clock was put back, and a later one with an earlier time is the last', async () => {
    const now = '2026-11-21T21:06:00.000Z';
    const clock = testClock(now);
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { agent, ask, context, desk, linksOf, sessionFor, shared, signInAs } = server;
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    clock.advance(aheadMs);
    const people = context.storage.db.updateTable('people');
    await people.set({ on_shift_at: now }).where('id', '=', ana.personId).execute();
    const id = await ask(await sessionFor(shared.code));
    const { 'Tamsin Okoro': tamsin = '', 'Ana Ruiz': anas = '' } = await linksOf(id);
    const shown = async () =>
      [await agent(tamsin), await agent(anas)].map((answer) => answer.json<AgentView>().handedOff);
    const step = (name: string, body: object = {}) =>
      desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: ana.cookie, body });
    await step('accept');
    clock.advance(1000);
    await step('hand-off', { ...nothingTold, to: null, lender: 'Ally' });
    clock.set(now);
    await context.agentRequests.sweep();
    expect(await context.agentRequests.find(id)).toMatchObject({ handed_back_at: now });
    expect(await shown()).toEqual([true, true]);
    expect((await agent(tamsin)).json()).toMatchObject({ handOff: { lender: 'Ally' } });
    clock.advance(1000);
    await step('accept');
    clock.advance(1000);
    await step('hand-off', { ...nothingTold, to: null, lender: 'Capital One' });
    expect((await agent(tamsin)).json()).toMatchObject({ handedOff: true, handOff: { lender: 'Capital One' } });
    const atDesk = await desk('GET', `/api/desk/requests/${id}`, { cookie: ana.cookie });
    expect(atDesk.json()).toMatchObject({ handOff: { lender: 'Capital One' } });
  });

  it('R1168 to somebody at the desk without a telephone names them in the history, and nobody else', async () => {
    const { ask, desk, historyOf, sessionFor, shared, signInAs } = await startDesk(under, wideLimits);
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    const dana = await signInAs('agent', { name: 'Dana Whitcomb' });
    const id = await ask(await sessionFor(shared.code));
    const step = (name: string, body: object = {}) =>
      desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: ana.cookie, body });
    await step('accept');
    await step('hand-off', { ...nothingTold, to: dana.personId });
    expect((await historyOf(id)).filter((event) => event.startsWith('not-texted')).at(-1)).toBe(
      'not-texted: Dana Whitcomb has no telephone, and hears of it at the desk',
    );
  });
});
