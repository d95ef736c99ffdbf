/** A dealership is made of a lead again, after the one that was made of it was removed. */
import { expect, it } from 'vitest';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';

eachEngineRounds((under) => {
  async function running() {
    const server = await startJoining(under);
    const { send, record, dana, desk, context } = server;
    const { cookie } = dana;
    const make = (id: string, version: number) =>
      desk('POST', '/api/desk/dealerships', { cookie, body: { lead: { id, version } } });
    return {
      ...server,
      make,
      read: (id: string) => record(cookie, id),
      /** A lead whose dealership was removed. */
      async removed() {
        const lead = await send('intake');
        const made = (await make(lead, (await record(cookie, lead)).version)).json<DealershipRecord>();
        await context.dealerships.remove(dana.personId, made.id);
        return { lead, first: made.id };
      },
    };
  }

  it('R1144 a lead whose dealership was removed becomes one again, once however many press at the same instant', async () => {
    const { removed, read, make, context } = await running();
    const atOnce = createAtOnce(context.storage);
    await playRounds(8, ['one', 'two'], async () => {
      const { lead, first } = await removed();
      const seen = await read(lead);
      expect(seen).toMatchObject({ dealershipId: null, can: { makeDealership: true } });
      const [one, two] = await atOnce([() => make(lead, seen.version), () => make(lead, seen.version)]);
      expect([one.status, two.status].toSorted()).toEqual([200, 201]);
      const { id } = one.json<DealershipRecord>();
      expect(id).not.toBe(first);
      expect(two.json<DealershipRecord>().id).toBe(id);
      expect(await read(lead)).toMatchObject({ dealershipId: id, can: { makeDealership: false } });
      return one.status === 201 ? 'one' : 'two';
    });
  });

  it('R1144 a lead whose removed dealership a hold keeps stays with that one', async () => {
    const { removed, read, make, context } = await running();
    const { lead, first } = await removed();
    const { hold } = await context.holds.set(null, { kind: 'dealership', id: first }, 'Letter of counsel');
    expect(hold).toBeDefined();
    const seen = await read(lead);
    expect(seen).toMatchObject({ dealershipId: first, can: { makeDealership: false } });
    expect((await make(lead, seen.version)).status).toBe(404);
  });

  it('R1144 a lead under a hold stays with its removed dealership, which the hold keeps', async () => {
    const { removed, read, make, context } = await running();
    const { lead, first } = await removed();
    await context.holds.set(null, { kind: 'lead', id: lead }, 'Letter of counsel');
    const seen = await read(lead);
    expect(seen).toMatchObject({ dealershipId: first, can: { makeDealership: false } });
    expect((await make(lead, seen.version)).status).toBe(404);
  });

  it('R1144 a lead whose dealership was removed takes that of a lead which is joined to it', async () => {
    const { removed, read, make, join, send, dana } = await running();
    const { lead } = await removed();
    const other = await send('inquiry');
    const { id } = (await make(other, (await read(other)).version)).json<DealershipRecord>();
    await join(dana.cookie, await read(lead), await read(other));
    expect(await read(lead)).toMatchObject({ dealershipId: id, can: { makeDealership: false } });
  });
});
