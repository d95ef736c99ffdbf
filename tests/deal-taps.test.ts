/** Two people tap the products of one deal at the same instant, as their consoles send it, many times. Each outcome is counted. */
import { expect, it, vi } from 'vitest';
import { deskRequestsPath, type Product } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { sendTap } from '../desk/board/deal-tap.ts';
import { createAtOnce, playRounds } from './support/at-once.ts';
import { testClock } from './support/clock.ts';
import { type SignedIn, startDesk } from './support/desk.ts';
import { eachEngineRounds, roundsOf } from './support/each-engine.ts';
import { wideLimits } from './support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

eachEngineRounds((under) => {
  it('R791 of two people who tap products of one deal at the same instant, neither takes away what the other one stored', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const token = await server.sessionFor(server.shared.code);
    const [ana, ben] = [await server.signInAs('agent'), await server.signInAs('agent')];
    const atOnce = createAtOnce(server.context.storage);

    await playRounds(roundsOf(15), ['Ana was late', 'Ben was late'], async () => {
      clock.advance(1000);
      const path = `${deskRequestsPath}/${await server.ask(token)}`;
      const read = async () => (await server.desk('GET', path, { cookie: ana.cookie })).json<RequestRecord>();
      await server.desk('POST', `${path}/accept`, { cookie: ana.cookie });
      const seen = (await read()).deal;
      const late = new Set<SignedIn>();
      /** Taps one product after the other, as the chips of a console do. */
      const tapAll = async (who: SignedIn, names: readonly Product[]) => {
        let deal = seen;
        for (const product of names) {
          const sent = await sendTap(deal, { product, isChosen: true }, async (version, patch) => {
            const body = { version, patch };
            const answer = await server.desk('POST', `${path}/deal`, { cookie: who.cookie, body });
            expect([200, 409]).toContain(answer.status);
            if (answer.status === 409) late.add(who);
            return { kind: answer.status === 200 ? 'taken' : 'late', record: answer.json<RequestRecord>() };
          });
          if (sent.kind !== 'taken') throw new Error(`a tap ended as ${sent.kind}`);
          deal = sent.record.deal;
        }
      };
      await atOnce([() => tapAll(ana, ['gap', 'tire_wheel']), () => tapAll(ben, ['vsc'])]);
      expect((await read()).deal.products).toEqual(['vsc', 'gap', 'tire_wheel']);
      const [first] = late;
      return first === ana ? 'Ana was late' : first === ben ? 'Ben was late' : 'nobody was late';
    });
  });
});
