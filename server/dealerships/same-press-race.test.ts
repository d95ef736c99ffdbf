/** A dealership is added by hand, by presses with one id at the same instant. */
import { expect, it } from 'vitest';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';

const path = '/api/desk/dealerships';

eachEngineRounds((under) => {
  it('R753 of two people who add a dealership with one id and the same words at the same instant, one has it and the other is refused', async () => {
    const { desk, signInAs, context } = await startDesk(under);
    const [dana, lee] = [await signInAs('manager'), await signInAs('manager')];
    const atOnce = createAtOnce(context.storage);
    await playRounds(12, ['dana', 'lee'], async (round) => {
      const body = { id: mintId(), name: `Store ${round}`, phone: '(303) 555-0166' };
      const add = ({ cookie }: typeof dana) => desk('POST', path, { cookie, body });
      // Each of them presses twice, as after a lost answer.
      const [one, two, three, four] = await atOnce([() => add(dana), () => add(lee), () => add(dana), () => add(lee)]);
      const statuses = { dana: [one.status, three.status].toSorted(), lee: [two.status, four.status].toSorted() };
      const first = statuses.dana.includes(201) ? 'dana' : 'lee';
      const [own, others] = first === 'dana' ? [statuses.dana, statuses.lee] : [statuses.lee, statuses.dana];
      expect([own, others]).toEqual([
        [200, 201],
        [422, 422],
      ]);
      const again = await add(first === 'dana' ? dana : lee);
      expect([again.status, again.json<DealershipRecord>().id]).toEqual([200, body.id]);
      const stored = context.storage.db.selectFrom('dealerships').select('id').where('name', '=', body.name);
      expect(await stored.execute()).toHaveLength(1);
      return first;
    });
  });
});
