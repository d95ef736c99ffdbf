/** No dealership is made of a lead that is lost or spam, also when somebody marks it so at that instant. */
import { describe, expect, it, vi } from 'vitest';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';

vi.setConfig({ testTimeout: 60_000 });

const { leadClosed } = dealershipRefusals;

eachEngineRounds((under) => {
  async function running() {
    const server = await startJoining(under);
    const { desk, dana, record, context } = server;
    const make = (id: string, version: number) =>
      desk('POST', '/api/desk/dealerships', { cookie: dana.cookie, body: { lead: { id, version } } });
    const madeOf = async (id: string) =>
      (await context.storage.db.selectFrom('dealerships').select('id').where('lead_id', '=', id).execute()).length;
    return { ...server, make, madeOf, lead: (id: string) => record(dana.cookie, id) };
  }

  describe('R683 a lead that is lost or spam', () => {
    it.each(['lost', 'spam'])(
      '%s: becomes no dealership by a call without the button, until it is opened again',
      async (status) => {
        const { send, dana, edit, lead, make, madeOf } = await running();
        const id = await send('inquiry');
        await edit(dana.cookie, id, 1, { status });
        const closed = await lead(id);
        expect(closed.can.makeDealership).toBe(false);
        const refused = await make(id, closed.version);
        expect([refused.status, refused.text]).toEqual([leadClosed.status, leadClosed.text]);
        expect(await lead(id)).toMatchObject({ status, version: closed.version, dealershipId: null });
        expect(await madeOf(id)).toBe(0);
        await edit(dana.cookie, id, closed.version, { status: 'qualified' });
        expect((await make(id, (await lead(id)).version)).status).toBe(201);
      },
    );

    it('shows the dealership that was made of it before', async () => {
      const { send, dana, edit, lead, make, madeOf } = await running();
      const id = await send('intake');
      const made = await make(id, (await lead(id)).version);
      await edit(dana.cookie, id, (await lead(id)).version, { status: 'lost' });
      const again = await make(id, (await lead(id)).version);
      expect([again.status, again.json<{ id: string }>().id]).toEqual([200, made.json<{ id: string }>().id]);
      expect(await madeOf(id)).toBe(1);
    });

    it.each([
      ['by a press at the desk', true],
      ['by whoever names no version', false],
    ])('becomes none %s at the instant at which somebody marks it lost', async (_, byDesk) => {
      const { send, dana, lee, edit, lead, make, madeOf, atOnce, context } = await running();
      await playRounds(20, ['made', 'lost'], async (round) => {
        const id = await send('inquiry');
        const { version } = await lead(id);
        const [made, marked] = await atOnce([
          async () => {
            if (byDesk) return (await make(id, version)).status === 201;
            return (await context.dealerships.fromLead({ id: dana.personId, name: dana.name }, { id })).kind === 'made';
          },
          async () => (await edit(lee.cookie, id, version, { status: 'lost' })).status === 200,
        ]);
        const { status, dealershipId } = await lead(id);
        // Whoever comes later sees what the first one did: one of the two, and never both.
        expect([made, marked], `round ${round}`).toEqual(status === 'won' ? [true, false] : [false, true]);
        expect([await madeOf(id), dealershipId !== null], `round ${round}`).toEqual(made ? [1, true] : [0, false]);
        return made ? 'made' : 'lost';
      });
    });
  });
});
