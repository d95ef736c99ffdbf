/** Steps that carry what somebody typed: a press counts as taken only when what it carries is stored. */
import { describe, expect, it, vi } from 'vitest';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import type { PortalAnswer } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(20);
const doneWith = (note: string, version = 0) => ({
  disposition: 'contracted_retail',
  deal: { version, patch: { note, lender: `Lender of ${note}` } },
});

eachEngineAlways((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const token = await server.sessionFor(server.shared.code);
    const [ana, ben, cy] = [
      await server.signInAs('agent', { name: 'Ana Ruiz' }),
      await server.signInAs('agent', { name: 'Ben Cole' }),
      await server.signInAs('agent', { name: 'Cy Dane' }),
    ];
    const step = (id: string, name: string, body: object = {}, who = ana): Promise<PortalAnswer> =>
      server.desk('POST', `/api/desk/requests/${id}/${name}`, { cookie: who.cookie, body });
    return {
      ...server,
      clock,
      ben,
      step,
      atOnce: createAtOnce(server.context.storage),
      record: async (id: string) =>
        (await server.desk('GET', `/api/desk/requests/${id}`, { cookie: ana.cookie })).json<RequestRecord>(),
      /** A request that Ana Ruiz accepted at the desk. */
      async accepted() {
        clock.advance(1000);
        const id = await server.ask(token);
        await step(id, 'accept');
        return id;
      },
      toBen: (promised: string) => handOffTo(ben.personId, promised),
      toCy: (promised: string) => handOffTo(cy.personId, promised),
    };
  }
  const handOffTo = (to: string, promised: string) => ({
    ...nothingTold,
    to,
    promised,
  });
  const statusesOf = (answers: readonly PortalAnswer[]) => answers.map(({ status }) => status);

  describe('R542 two presses of one person at the same instant', () => {
    it('Done in two windows with different deals: one is taken, and the other is told', async () => {
      const { accepted, step, atOnce, record } = await start();
      await playRounds(rounds, ['ONE', 'TWO'], async () => {
        const id = await accepted();
        const answers = await atOnce([
          () => step(id, 'done', doneWith('ONE')),
          () => step(id, 'done', doneWith('TWO')),
        ]);
        const { deal } = await record(id);
        expect(statusesOf(answers)).toEqual(deal.note === 'ONE' ? [200, 409] : [409, 200]);
        expect(deal.lender).toBe(`Lender of ${deal.note}`);
        return deal.note;
      });
    });

    it('Done by the link and at the desk: one is taken, and the other is told', async () => {
      const { accepted, step, agent, linksOf, atOnce, record } = await start();
      await playRounds(rounds, ['help_only', 'contracted_retail'], async () => {
        const id = await accepted();
        const { 'Ana Ruiz': link = '' } = await linksOf(id);
        const answers = await atOnce([
          () => agent(link, 'done', { disposition: 'help_only', note: 'BY LINK' }),
          () => step(id, 'done', doneWith('AT THE DESK')),
        ]);
        const { disposition, deal } = await record(id);
        const byLink = disposition === 'help_only';
        expect(statusesOf(answers)).toEqual(byLink ? [200, 409] : [409, 200]);
        expect(deal.note).toBe(byLink ? 'BY LINK' : 'AT THE DESK');
        return disposition ?? '';
      });
    });

    it('two hand-offs to different people: one is taken, and the other is told', async () => {
      const { accepted, step, atOnce, record, toBen, toCy } = await start();
      await playRounds(rounds, ['TO BEN', 'TO CY'], async () => {
        const id = await accepted();
        const answers = await atOnce([
          () => step(id, 'hand-off', toBen('TO BEN')),
          () => step(id, 'hand-off', toCy('TO CY')),
        ]);
        const { handOff, waitsFor } = await record(id);
        const ben = waitsFor === 'Ben Cole';
        expect(statusesOf(answers)).toEqual(ben ? [200, 409] : [409, 200]);
        expect(handOff?.promised).toBe(ben ? 'TO BEN' : 'TO CY');
        return handOff?.promised ?? '';
      });
    });

    it('the very same Done or hand-off twice: both are taken, once', async () => {
      const { accepted, step, atOnce, historyOf, toBen } = await start();
      await playRounds(rounds, ['once'], async () => {
        const [closed, handed] = [await accepted(), await accepted()];
        const done = () => step(closed, 'done', doneWith('ONE'));
        const handOff = () => step(handed, 'hand-off', toBen('ONE'));
        expect(statusesOf(await atOnce([done, done, handOff, handOff]))).toEqual([200, 200, 200, 200]);
        const events = [...(await historyOf(closed)), ...(await historyOf(handed))];
        expect(events.filter((event) => /^(?:closing|handed-off)/.test(event))).toHaveLength(2);
        return 'once';
      });
    });
  });

  describe('R542 a press that comes once more', () => {
    it('after a lost answer is taken, also when others acted since', async () => {
      const { accepted, step, record, ben, toBen } = await start();
      const closed = await accepted();
      await step(closed, 'done', doneWith('ONE'));
      await step(closed, 'deal', { version: 1, patch: { note: 'Ben: and the title', lender: 'Ally' } }, ben);
      expect((await step(closed, 'done', doneWith('ONE'))).status).toBe(200);
      expect((await record(closed)).deal).toMatchObject({ note: 'Ben: and the title', lender: 'Ally' });
      const handed = await accepted();
      await step(handed, 'hand-off', toBen('ONE'));
      await step(handed, 'accept', {}, ben);
      expect((await step(handed, 'hand-off', toBen('ONE'))).status).toBe(200);
      await step(handed, 'hand-back', {}, ben);
      expect((await step(handed, 'hand-off', toBen('ONE'))).status).toBe(200);
      expect((await record(handed)).events.filter(({ kind }) => kind === 'handed-off')).toHaveLength(1);
    });

    it('is not taken when something else was done by an earlier press', async () => {
      const { accepted, step, agent, linksOf, record, toBen } = await start();
      const back = await accepted();
      await step(back, 'hand-back');
      const refused = await step(back, 'hand-off', toBen('ONE'));
      expect(refused.status).toBe(409);
      expect(refused.json<RequestRecord>()).toMatchObject({ waitsFor: null, handOff: null });
      const closed = await accepted();
      const { 'Ana Ruiz': link = '' } = await linksOf(closed);
      const byLink = { disposition: 'help_only', note: '' };
      expect((await agent(link, 'done', byLink)).status).toBe(200);
      expect((await agent(link, 'done', byLink)).status).toBe(200);
      expect((await agent(link, 'done', { ...byLink, note: 'More' })).status).toBe(409);
      expect((await step(closed, 'done', doneWith('ONE'))).status).toBe(409);
      expect(await record(closed)).toMatchObject({ disposition: 'help_only', deal: { note: '', lender: null } });
      await step(closed, 'undo-done');
      expect((await step(closed, 'done', doneWith('ONE'))).status).toBe(200);
    });

    it('is not the hand-off of before, once its person had the request again', async () => {
      const { accepted, step, record, toBen } = await start();
      const id = await accepted();
      await step(id, 'hand-off', toBen('ONE'));
      await step(id, 'accept');
      expect((await step(id, 'hand-off', toBen('ONE'))).status).toBe(200);
      expect((await record(id)).events.filter(({ kind }) => kind === 'handed-off')).toHaveLength(2);
      await step(id, 'accept');
      await step(id, 'hand-back');
      expect((await step(id, 'hand-off', toBen('ONE'))).status).toBe(409);
    });
  });
});
