/** The legal holds that a lead's record shows, when leads with holds were joined or parted. */
import { expect, test } from 'vitest';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { HoldView } from '#contract/desk/sweep-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

async function running(under: EngineUnderTest) {
  const { desk, admin, context, addLead, erase } = await startPersonDesk(under);
  const { cookie } = admin;
  const lead = async (id: string) => (await desk('GET', `/api/desk/leads/${id}`, { cookie })).json<LeadRecord>();
  const act = async (id: string, step: 'join' | 'part', body: object) =>
    expect((await desk('POST', `/api/desk/leads/${id}/${step}`, { cookie, body })).status).toBe(200);
  return {
    context,
    erase,
    newLead: () => addLead({ email: `${mintId()}@partner.example` }),
    hold: async (id: string, reason: string, kind: HoldView['kind'] = 'lead') =>
      (await context.holds.set(null, { kind, id }, reason)).hold,
    async makeDealership(id: string): Promise<string> {
      const body = { lead: { id, version: (await lead(id)).version } };
      expect((await desk('POST', '/api/desk/dealerships', { cookie, body })).status).toBe(201);
      return (await lead(id)).dealershipId ?? '';
    },
    async join(keptId: string, otherId: string) {
      const [kept, other] = [await lead(keptId), await lead(otherId)];
      await act(keptId, 'join', { version: kept.version, with: other.id, withVersion: other.version });
    },
    part: async (id: string, form: string) => act(id, 'part', { version: (await lead(id)).version, part: form }),
    /** The holds that the record of a lead shows: why each stands, and the id that it was set on. */
    async shown(id: string, kind: HoldView['kind'] = 'lead') {
      const { holds } = (await desk('GET', `/api/desk/records/holds/${kind}/${id}`, { cookie })).json<{
        holds: HoldView[];
      }>();
      return holds
        .filter(({ endedAt }) => endedAt === null)
        .map(({ reason, subjectId }) => [reason, subjectId])
        .sort();
    },
  };
}

eachEngineAlways((under) => {
  test('R822 a lead shows every legal hold that keeps one of its forms, whichever lead it was set on', async () => {
    const { newLead, hold, join, part, shown, context } = await running(under);
    const [first, second] = [await newLead(), await newLead()];
    const letter = await hold(second, 'Letter of counsel');
    await join(first, second);
    expect(await shown(first)).toEqual([['Letter of counsel', second]]);
    await part(first, second);
    expect([await shown(first), await shown(second)]).toEqual([
      [['Letter of counsel', second]],
      [['Letter of counsel', second]],
    ]);
    await context.holds.end(null, letter?.id ?? '');
    expect([await shown(first), await shown(second)]).toEqual([[], []]);
  });

  test('R843 a form that was parted again, and that the hold of the other lead keeps, shows which record that hold was set on', async () => {
    const { newLead, hold, join, part, shown, erase, context } = await running(under);
    const [first, second] = [await newLead(), await newLead()];
    const letter = await hold(first, 'Letter of counsel');
    await join(first, second);
    await part(first, second);
    expect(await shown(second)).toEqual([['Letter of counsel', first]]);
    const item = { kind: 'lead', id: second } as const;
    const answer = await erase([item]);
    expect([answer.status, answer.json()]).toEqual([409, { kept: [{ ...item, because: 'held' }] }]);
    await context.holds.end(null, letter?.id ?? '');
    expect((await erase([item])).status).toBe(200);
  });

  test('R822 a lead whose forms are kept by two legal holds shows both, and the other one when one has ended', async () => {
    const { newLead, hold, join, shown, context } = await running(under);
    const [first, second] = [await newLead(), await newLead()];
    const letter = await hold(first, 'Letter of counsel');
    await hold(second, 'Open claim');
    await join(first, second);
    expect(await shown(first)).toEqual([
      ['Letter of counsel', first],
      ['Open claim', second],
    ]);
    await context.holds.end(null, letter?.id ?? '');
    expect(await shown(first)).toEqual([['Open claim', second]]);
  });

  test('R846 a lead that only the hold on its dealership keeps shows that hold, also when it came to it by a joined form', async () => {
    const { newLead, hold, join, shown, makeDealership, context } = await running(under);
    const [first, second] = [await newLead(), await newLead()];
    const made = await makeDealership(second);
    const letter = await hold(made, 'Letter of counsel', 'dealership');
    expect(await shown(second)).toEqual([['Letter of counsel', made]]);
    expect(await shown(first)).toEqual([]);
    await join(first, second);
    expect(await shown(first)).toEqual([['Letter of counsel', made]]);
    await context.holds.end(null, letter?.id ?? '');
    expect([await shown(first), await shown(made, 'dealership')]).toEqual([[], []]);
  });

  test('R846 a dealership that only the hold on its lead keeps shows that hold', async () => {
    const { newLead, hold, shown, makeDealership } = await running(under);
    const [lead, other] = [await newLead(), await newLead()];
    const [made, otherMade] = [await makeDealership(lead), await makeDealership(other)];
    await hold(lead, 'Open claim');
    expect(await shown(made, 'dealership')).toEqual([['Open claim', lead]]);
    expect(await shown(otherMade, 'dealership')).toEqual([]);
  });
});
