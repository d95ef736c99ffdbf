/** What the link of a request says about how the request left its owner. */
import { describe, expect, it } from 'vitest';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'owner@boxline.example, night@boxline.example',
  PUBLIC_URL: 'https://desk.example',
};

eachEngineRounds((under) => {
  async function asked() {
    const clock = testClock();
    const portal = await startPortal(under, { ...wideLimits, ...mail }, { now: clock.now });
    const { context, agent } = portal;
    const { db } = context.storage;
    const session = await portal.sessionFor(portal.shared.code);
    /** Makes a request. Returns the token of the link whose name has these words. */
    const ask = async (additionalInfo = '') => {
      const links = Object.entries(await portal.linksOf(await portal.ask(session, { additionalInfo })));
      return (of: string) => links.find(([name]) => name.includes(of))?.[1] ?? '';
    };
    const step = async (link: string, name: Parameters<typeof agent>[1]) => {
      expect((await agent(link, name)).status).toBe(200);
      clock.advance(1000);
    };
    const givenUp = async (link: string) => (await agent(link)).json<AgentView>().givenUp;
    return { context, db, agent, ask, step, givenUp };
  }

  describe('R810 the link of a request', () => {
    it('tells an operator who handed it back from one who said “not me”, although all have one public name', async () => {
      const { ask, step, givenUp } = await asked();
      const link = await ask();
      const [owner, night] = [link('owner@'), link('night@')];
      await step(night, 'accept');
      await step(night, 'hand-back');
      expect(await givenUp(owner)).toBeUndefined();
      await step(owner, 'decline');
      expect([await givenUp(night), await givenUp(owner)]).toEqual(['handed-back', 'declined']);
    });

    it('still says that its owner handed it back when another has done so since', async () => {
      const { db, ask, step, givenUp } = await asked();
      const link = await ask();
      const [marlow, tamsin] = [link('Marlow'), link('Tamsin')];
      await step(marlow, 'accept');
      await step(marlow, 'hand-back');
      await step(tamsin, 'accept');
      expect(await givenUp(marlow)).toBe('handed-back');
      // Whoever is not on shift is not asked again.
      await db.updateTable('people').set({ on_shift_at: null }).where('name', '=', 'Marlow Finch').execute();
      await step(tamsin, 'hand-back');
      expect([await givenUp(marlow), await givenUp(tamsin)]).toEqual(['handed-back', 'handed-back']);
      await step(marlow, 'accept');
      expect(await givenUp(marlow)).toBeUndefined();
    });

    it('says that it was taken from a person who could not take requests for a while', async () => {
      const { context, db, ask, step, givenUp } = await asked();
      const marlow = (await ask())('Marlow');
      await step(marlow, 'accept');
      const become = (role: 'viewer' | 'agent') =>
        db.updateTable('people').set({ role }).where('name', '=', 'Marlow Finch').execute();
      await become('viewer');
      await context.agentRequests.sweep();
      await become('agent');
      expect(await givenUp(marlow)).toBe('released');
    });

    it('tells the two operators apart when one hands back and the other says “not me” at the same instant', async () => {
      const { context, agent, ask, step, givenUp } = await asked();
      const atOnce = createAtOnce(context.storage);
      await playRounds(12, ['declined', 'refused'], async (round) => {
        const link = await ask(`round ${round}`);
        const [owner, night] = [link('owner@'), link('night@')];
        await step(night, 'accept');
        const [back, no] = await atOnce([() => agent(night, 'hand-back'), () => agent(owner, 'decline')]);
        expect(back.status).toBe(200);
        expect(await givenUp(night)).toBe('handed-back');
        expect(await givenUp(owner)).toBe(no.status === 200 ? 'declined' : undefined);
        return no.status === 200 ? 'declined' : 'refused';
      });
    });
  });
});
