/** A legal hold on a lead keeps all of its forms, whichever form is chosen for an erasure. */
import { describe, expect, test } from 'vitest';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

const rounds = 8;

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under);
  const { desk, admin, context, addLead } = server;
  const { cookie } = admin;
  const lead = async (id: string) => (await desk('GET', `/api/desk/leads/${id}`, { cookie })).json<LeadRecord>();
  const newLead = () => addLead({ email: `${mintId()}@partner.example` });
  return {
    ...server,
    newLead,
    eraseForm: (id: string) => server.erase([{ kind: 'lead', id }]),
    hold: async (kind: 'lead' | 'dealership', id: string) =>
      (await context.holds.set(null, { kind, id }, 'Letter of counsel')).hold,
    async join(keptId: string, otherId: string) {
      const [kept, other] = [await lead(keptId), await lead(otherId)];
      const body = { version: kept.version, with: other.id, withVersion: other.version };
      expect((await desk('POST', `/api/desk/leads/${keptId}/join`, { cookie, body })).status).toBe(200);
    },
    async makeDealership(id: string): Promise<string> {
      const made = await context.dealerships.fromLead(null, { id });
      if (made.kind !== 'made') throw new Error(made.kind);
      return made.dealership.id;
    },
    isErased: async (id: string) =>
      (await context.storage.db.selectFrom('leads').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow())
        .erased_at !== null,
    shownAsKept: async (id: string) =>
      (await server.find('Quillon Marzette')).items.find((item) => item.id === id)?.kept ?? null,
  };
}

eachEngineAlways((under) => {
  describe('R306 a form that is joined to another one is kept', () => {
    test('by a hold on the dealership that was made of the lead, until it ends', async () => {
      const { newLead, join, makeDealership, hold, eraseForm, isErased, shownAsKept, context } = await running(under);
      const [shown, joined] = [await newLead(), await newLead()];
      await join(shown, joined);
      const standing = await hold('dealership', await makeDealership(shown));
      expect([await shownAsKept(shown), await shownAsKept(joined)]).toEqual(['held', 'held']);
      expect((await eraseForm(joined)).status).toBe(409);
      expect(await isErased(joined)).toBe(false);
      await context.holds.end(null, standing?.id ?? '');
      expect((await eraseForm(joined)).status).toBe(200);
    });

    test('by a hold that was set on the lead before it was joined', async () => {
      const { newLead, join, hold, eraseForm, isErased, shownAsKept } = await running(under);
      const [shown, joined] = [await newLead(), await newLead()];
      await hold('lead', shown);
      await join(shown, joined);
      expect([await shownAsKept(shown), await shownAsKept(joined)]).toEqual(['held', 'held']);
      expect((await eraseForm(joined)).status).toBe(409);
      expect(await isErased(joined)).toBe(false);
    });

    test('when the hold is set at the same instant and came first; it never stands on a form that is erased later', async () => {
      const { newLead, join, makeDealership, hold, eraseForm, isErased, context } = await running(under);
      const atOnce = createAtOnce(context.storage);
      await playRounds(rounds, ['erased', 'kept'], async () => {
        const [shown, joined] = [await newLead(), await newLead()];
        await join(shown, joined);
        const dealership = await makeDealership(shown);
        const [erased] = await atOnce([() => eraseForm(joined), () => hold('dealership', dealership)]);
        expect(await isErased(joined)).toBe(erased.status === 200);
        if (erased.status !== 200) expect((await eraseForm(joined)).status).toBe(409);
        expect((await eraseForm(shown)).status).toBe(409);
        return erased.status === 200 ? 'erased' : 'kept';
      });
    });
  });
});
