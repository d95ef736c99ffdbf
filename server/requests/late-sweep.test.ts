/** A server that stands still between finding that something is due for a request and doing it, while others go on. */
import { expect, it, vi } from 'vitest';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { testClock } from '../../tests/support/clock.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { staffOf } from '../../tests/support/staff.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

eachEngine((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { context, desk } = server;
    const { storage, agentRequests } = context;
    const admin = await server.signInAs('admin');
    const [ana, ben] = [
      await server.signInAs('agent', { name: 'Ana Ruiz' }),
      await server.signInAs('agent', { name: 'Ben Cole' }),
    ];
    async function step(id: string, name: string, { cookie }: Pick<SignedIn, 'cookie'>, body: object = {}) {
      const { status } = await desk('POST', `/api/desk/requests/${id}/${name}`, { cookie, body });
      expect(status).toBe(200);
    }
    return {
      clock,
      ana,
      ben,
      step,
      sweep: agentRequests.sweep,
      ask: async () => server.ask(await server.sessionFor(server.shared.code)),
      handOff: (id: string, from: Pick<SignedIn, 'cookie'>, to: SignedIn) =>
        step(id, 'hand-off', from, { ...nothingTold, to: to.personId }),
      async changeRole({ personId }: SignedIn, role: 'agent' | 'viewer') {
        const { version = 0 } = (await context.people.find(personId)) ?? {};
        const body = { version, role };
        const { status } = await desk('POST', `/api/desk/people/${personId}/role`, { cookie: admin.cookie, body });
        expect(status).toBe(200);
      },
      signInAgain: ({ personId }: SignedIn) => staffOf(context).beginSession(personId, 'agent'),
      record: async (id: string) =>
        (await desk('GET', `/api/desk/requests/${id}`, { cookie: admin.cookie })).json<RequestRecord>(),
      /** Sweeps; others act between what the sweep has found and its first transaction. */
      async sweepLate(others: () => Promise<unknown>) {
        const transaction = storage.transaction.bind(storage);
        vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
          await others();
          return transaction(work);
        });
        await agentRequests.sweep();
      },
    };
  }

  it('R891 a request stays with somebody who lost the role, got it back and accepted it again while a server stood still', async () => {
    const { ask, ana, step, changeRole, sweep, sweepLate, signInAgain, record } = await start();
    const id = await ask();
    await step(id, 'accept', ana);
    await changeRole(ana, 'viewer');
    await sweepLate(async () => {
      await sweep();
      expect(await record(id)).toMatchObject({ acceptedBy: null });
      await changeRole(ana, 'agent');
      await step(id, 'accept', await signInAgain(ana));
    });
    expect(await record(id)).toMatchObject({ acceptedBy: 'Ana Ruiz' });
  });

  it('R891 a request that is handed off to the same person again while a server stood still waits its minute for them', async () => {
    const { ask, ana, ben, clock, step, handOff, sweep, sweepLate, record } = await start();
    const id = await ask();
    await step(id, 'accept', ana);
    await handOff(id, ana, ben);
    clock.advance(50_000);
    // That nobody has accepted it is told by now.
    await sweep();
    clock.advance(10_000);
    await sweepLate(async () => {
      await step(id, 'accept', ben);
      await handOff(id, ben, ana);
      await step(id, 'accept', ana);
      await handOff(id, ana, ben);
    });
    expect(await record(id)).toMatchObject({ waitsFor: 'Ben Cole' });
    clock.advance(60_000);
    await sweep();
    expect(await record(id)).toMatchObject({ waitsFor: null });
  });

  it('R891 a request goes on waiting for somebody who got the role back while a server stood still', async () => {
    const { ask, ana, ben, step, handOff, changeRole, sweepLate, record } = await start();
    const id = await ask();
    await step(id, 'accept', ana);
    await handOff(id, ana, ben);
    await changeRole(ben, 'viewer');
    await sweepLate(() => changeRole(ben, 'agent'));
    expect(await record(id)).toMatchObject({ waitsFor: 'Ben Cole' });
  });
});
