/** Access codes as rows: their numbers, what is kept of them and how long, and the end of the shared ones. */
import { describe, expect, it } from 'vitest';
import { sessionPath } from '#contract/portal.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { SharedCodeOffError } from './codes.ts';

const dayMs = 24 * 60 * 60_000;

eachEngine((under) => {
  async function running() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const portal = await startPortal(under, {}, { now: () => clock.at });
    const numbers = async () => (await portal.context.codes.list()).map(({ number }) => number);
    const laterDays = (days: number) => {
      clock.at = new Date(clock.at.getTime() + days * dayMs);
    };
    return { ...portal.context, ...portal, portal: portal.context.portal, clock, numbers, laterDays };
  }

  describe('R19 the number of a code', () => {
    it('counts up, each once, however many are made at the same instant', async () => {
      const { codes, numbers } = await running();
      const made = await Promise.all(Array.from({ length: 20 }, () => codes.issue(null, null)));
      const given = made.map(({ number }) => number).toSorted((a, b) => a - b);
      expect(given).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
      expect(await numbers()).toEqual([1, ...given]);
    });

    it('is what the log calls a code', async () => {
      const { codes, open, log } = await running();
      const { code, number } = await codes.issue(null, null);
      expect((await open(code)).status).toBe(200);
      const line = log()
        .split('\n')
        .find((one) => one.includes('"msg":"portal session"'));
      expect(JSON.parse(line ?? '')).toMatchObject({ code: number });
    });
  });

  describe('R34 a code that is dead for ninety days', () => {
    it('is removed once no session and no request refers to it, and its number is not given again', async () => {
      const { codes, portal, numbers, laterDays, sessionFor, ask } = await running();
      const revoked = await codes.issue(null, null);
      const expiring = await codes.issue(null, '2026-11-22T00:00:00.000Z');
      const asked = await codes.issue(null, null);
      const used = await codes.issue(null, null);
      const newest = await codes.issue(null, null);
      await ask(await sessionFor(asked.code));
      for (const code of [revoked, asked, newest]) await codes.revoke(code);
      expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6]);

      laterDays(90.001);
      await portal.purgeExpired();
      // The one that expired did so three hours later.
      expect(await numbers()).toEqual([1, 3, 4, 5, 6]);
      await codes.revoke(used);
      laterDays(1);
      await portal.purgeExpired();
      expect(await numbers()).toEqual([1, 4, 5, 6]);
      laterDays(91);
      await portal.purgeExpired();
      // Code 4 was asked with, code 6 is the newest.
      expect(await numbers()).toEqual([1, 4, 6]);
      expect((await codes.issue(null, null)).number).toBe(7);
      expect(expiring.number).toBe(3);
      await portal.purgeExpired();
      expect(await numbers()).toEqual([1, 4, 7]);
    });
  });

  describe('R19 shared codes', () => {
    it('are ended with their sessions once a dealership has its own, and none is made until they are allowed again', async () => {
      const { codes, call, open, sessionFor, ownCode, shared } = await running();
      const own = await ownCode(dealer.name);
      const second = await codes.issue(null, null);
      const [sharedToken, ownToken] = [await sessionFor(shared.code), await sessionFor(own)];
      expect(await codes.endShared(false)).toEqual({ outcome: 'ended', codes: 2 });
      for (const { code } of [shared, second]) expect((await open(code)).status).toBe(401);
      expect((await call('GET', sessionPath, sharedToken)).status).toBe(401);
      expect((await call('GET', sessionPath, ownToken)).status).toBe(200);
      expect((await open(own)).status).toBe(200);
      await expect(codes.issue(null, null)).rejects.toThrow(SharedCodeOffError);
      expect(await codes.endShared(false)).toEqual({ outcome: 'ended', codes: 0 });
      await codes.makeFirst(() => expect.unreachable('no shared code is made'));

      await codes.allowShared();
      expect((await open(shared.code)).status).toBe(401);
      expect((await open((await codes.issue(null, null)).code)).status).toBe(200);
    });

    it('are not ended while nobody could open the portal without them, unless that is meant', async () => {
      const { codes, open, shared, ownCode, storage, clock } = await running();
      expect(await codes.endShared(false)).toEqual({ outcome: 'no-own-code' });
      await ownCode(dealer.name);
      const own = (await codes.list()).find(({ dealership }) => dealership !== null);
      await codes.revoke({ id: own?.id ?? '' });
      const { id } = await storage.db.selectFrom('dealerships').select('id').limit(1).executeTakeFirstOrThrow();
      await codes.issue(id, clock.at.toISOString());
      expect(await codes.endShared(false)).toEqual({ outcome: 'no-own-code' });
      expect((await open(shared.code)).status).toBe(200);
      expect(await codes.endShared(true)).toEqual({ outcome: 'ended', codes: 1 });
      expect((await open(shared.code)).status).toBe(401);
    });

    it('are all ended, whatever is made or rotated at the same instant', async () => {
      const { codes, open, ownCode } = await running();
      await ownCode(dealer.name);
      let from = 0;
      const statusOf = async (code: string) => (await open(code, `10.0.0.${from++}`)).status;
      for (let round = 0; round < 10; round++) {
        await codes.allowShared();
        const shared = await codes.issue(null, null);
        const outcomes = await Promise.allSettled([
          codes.issue(null, null),
          codes.rotate(shared, 0),
          codes.issue(null, null),
          codes.endShared(false),
          codes.rotate(shared, 60_000),
          codes.issue(null, null),
        ]);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect(['SharedCodeOffError', 'CodeReplacedError']).toContain(outcome.reason.name);
          else if (outcome.value && 'code' in outcome.value) expect(await statusOf(outcome.value.code)).toBe(401);
        }
        expect(await statusOf(shared.code)).toBe(401);
      }
    });
  });
});
