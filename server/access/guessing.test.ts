/** R34: what guessing at access codes comes to, over HTTP, on both engines. */
import { describe, expect, it } from 'vitest';
import { alphabet } from '#contract/reference.ts';
import { unusualTries } from '#server/http/tries.ts';
import { showCode } from '#server/secret-symbols.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { type PortalApp, startPortal } from '../../tests/support/portal.ts';
import { mintCode } from './code.ts';

const wrongCode = () => showCode(mintCode());

/** How often each status was answered. */
function countOf(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const tryAtOnce = ({ open }: PortalApp, codes: readonly string[], from: (at: number) => string) =>
  Promise.all(codes.map((code, at) => open(code, from(at))));

eachEngine((under) => {
  describe('R34 tries with access codes', () => {
    it('of 300 wrong ones from one address at the same instant, four are answered and the others have to wait', async () => {
      // A clock that stands still makes it one instant, however long the machine takes.
      const portal = await startPortal(under, {}, { clockMs: () => 1000 });
      const answers = await tryAtOnce(portal, Array.from({ length: 300 }, wrongCode), () => '10.0.0.9');
      expect(countOf(answers)).toEqual({ 401: 4, 429: 296 });
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.headers['retry-after']).toBe('1');
    });

    it('of a guesser who never pauses keep out nobody who has the right code at the same address', async () => {
      let clockMs = 1000;
      const portal = await startPortal(under, {}, { clockMs: () => clockMs });
      const statusOf = async (code: string) => (await portal.open(code, '10.0.0.9')).status;
      for (let second = 0; second < 60; second += 1) {
        for (let time = 0; time < 3; time += 1) expect([401, 429]).toContain(await statusOf(wrongCode()));
        clockMs += 1000;
      }
      const waits = await portal.open(wrongCode(), '10.0.0.9');
      expect(waits.status).toBe(429);
      expect(await statusOf(portal.shared.code)).toBe(200);
      // It is no sign to the guesser: who is wrong waits as long as before.
      const stillWaits = await portal.open(wrongCode(), '10.0.0.9');
      expect(stillWaits.headers['retry-after']).toBe(waits.headers['retry-after']);
    });

    it('of thousands of wrong ones from as many addresses keep a rightful dealer at a new network out of nothing', async () => {
      const portal = await startPortal(under);
      const near = (at: number) => {
        const { code } = portal.shared;
        const other = (alphabet.indexOf(code.at(-1) ?? '') + 1 + (at % (alphabet.length - 1))) % alphabet.length;
        return code.slice(0, -1) + alphabet[other];
      };
      // In waves: all at the same instant would measure how long a slow machine lets the last of them wait for the database.
      for (let wave = 0; wave < 10; wave += 1) {
        const codes = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? near(at) : wrongCode()));
        const [answers, right] = await Promise.all([
          tryAtOnce(portal, codes, (at) => `10.1.${wave}.${at}`),
          portal.open(portal.shared.code, `10.9.8.${wave}`),
        ]);
        expect(countOf(answers)).toEqual({ 401: 200 });
        expect(right.status).toBe(200);
      }
      expect((await portal.open(portal.shared.code, '10.9.9.10')).status).toBe(200);
    });

    it('leave nothing in the database, beside the limits that every request counts for, but one alert to the operator', async () => {
      const portal = await startPortal(under);
      const { db } = portal.context.storage;
      const tables = (await db.introspection.getTables())
        .map(({ name }) => name)
        .filter((name) => !['alerts', 'limits'].includes(name));
      const rows = async () => {
        const all = tables.map((name) => db.selectFrom(name as 'leads').select(({ fn }) => fn.countAll().as('n')));
        return Promise.all(all.map((query) => query.executeTakeFirst()));
      };
      const before = await rows();
      const alerts = () => db.selectFrom('alerts').select(['kind', 'count']).execute();
      const from = (at: number) => `10.2.${at >> 8}.${at & 255}`;
      await tryAtOnce(portal, Array.from({ length: unusualTries.times - 1 }, wrongCode), from);
      expect(await alerts()).toEqual([]);
      await tryAtOnce(portal, Array.from({ length: 300 }, wrongCode), (at) => from(1000 + at));
      await expect.poll(alerts).toEqual([{ kind: 'wrong-codes', count: unusualTries.times }]);
      expect(await rows()).toEqual(before);
      expect(portal.log()).toContain('unusually many wrong access codes');
    });

    it('wait by a clock of their own: the wall clock ten years ahead, and right again, keeps nobody out', async () => {
      let now = new Date('2026-11-21T21:06:00Z');
      let clockMs = 1000;
      const portal = await startPortal(under, {}, { now: () => now, clockMs: () => clockMs });
      const statusOf = async (code: string) => (await portal.open(code, '10.0.0.9')).status;
      now = new Date('2036-11-21T21:06:00Z');
      for (let time = 0; time < 4; time++) expect(await statusOf(wrongCode())).toBe(401);
      expect(await statusOf(wrongCode())).toBe(429);
      expect(await statusOf(portal.shared.code)).toBe(200);
      now = new Date('2026-11-21T21:06:01Z');
      clockMs += 1000;
      expect(await statusOf(wrongCode())).toBe(401);
      expect(await statusOf(portal.shared.code)).toBe(200);
      expect((await portal.open(portal.shared.code, '10.0.0.10')).status).toBe(200);
    });
  });
});
