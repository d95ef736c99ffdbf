import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRetryAfterMs, longestWaitsMs, type Outcome, resultOf, retrySchedules } from './retry-schedule.ts';

const { delaysMs } = retrySchedules.mail;
const middle = () => 0.5;
const refused: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: 'Connection refused' };
const cut: Outcome = { kind: 'unsure', code: 'ECONNECTION', reason: 'Cut' };
const hoursOf = (ms: number) => ms / 3_600_000;

/** The delays of a message whose tries all end alike, until it needs a person. */
function delaysOf(outcome: Outcome, random: () => number): number[] {
  const delays: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const result = resultOf(outcome, { attempts, state: 'waiting' }, random);
    if (!('delayMs' in result)) return delays;
    delays.push(result.delayMs);
  }
}

describe('the retry schedule of mail', () => {
  it('tries 13 times over about 76 hours', () => {
    const delays = delaysOf(refused, middle);
    expect(delays).toEqual(delaysMs.slice(1));
    expect(delays).toHaveLength(12);
    expect(hoursOf(delays.reduce((sum, delay) => sum + delay, 0))).toBeCloseTo(75.7, 1);
  });

  it('spreads every delay by at most 20 percent either way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (n, r) => {
          const result = resultOf(refused, { attempts: n, state: 'waiting' }, () => r);
          const planned = delaysMs[n] ?? Number.NaN;
          expect('delayMs' in result && result.delayMs).toBeGreaterThanOrEqual(Math.floor(planned * 0.8));
          expect('delayMs' in result && result.delayMs).toBeLessThanOrEqual(Math.ceil(planned * 1.2));
        },
      ),
    );
    expect(delaysOf(refused, () => 0)).not.toEqual(delaysOf(refused, () => 0.99));
  });

  it('ends with a person and never with nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Outcome>(refused, cut),
        fc.integer({ min: 13, max: 1000 }),
        fc.constantFrom('waiting' as const, 'unsure' as const),
        (outcome, attempts, state) => {
          expect(resultOf(outcome, { attempts, state }, middle).state).toBe('failed');
        },
      ),
    );
  });
});

describe('what a try means', () => {
  it('stops at once when the mail server refuses for good', () => {
    const refusal: Outcome = { kind: 'permanent', code: 'SMTP 550', reason: '550 No such user' };
    expect(resultOf(refusal, { attempts: 1, state: 'waiting' }, middle)).toEqual({
      state: 'failed',
      reason: 'Refused for good: 550 No such user',
    });
  });

  it('tries a mail that may have arrived again and says so', () => {
    expect(resultOf(cut, { attempts: 1, state: 'waiting' }, middle)).toMatchObject({ state: 'unsure', delayMs: 5000 });
  });

  it('keeps saying that an earlier try may have arrived', () => {
    const after = resultOf(refused, { attempts: 2, state: 'unsure' }, middle);
    expect(after).toMatchObject({ state: 'unsure', reason: expect.stringContaining('may have arrived') });
  });

  it('is done when the mail server took it, however many tries that was', () => {
    expect(resultOf({ kind: 'sent' }, { attempts: 40, state: 'unsure' }, middle)).toEqual({ state: 'sent' });
  });
});

describe('a provider that asks for a later try', () => {
  it.each(['sms', 'webhook'] as const)(
    'by %s is given it, and no wait that the correction of a wrong clock would end',
    (channel) => {
      const waitFor = (retryAfterMs: number) =>
        resultOf({ ...refused, retryAfterMs }, { attempts: 1, state: 'waiting' }, middle, retrySchedules[channel]);
      expect(waitFor(600_000)).toMatchObject({ delayMs: 600_000 });
      expect(waitFor(7_200_000)).toMatchObject({ delayMs: longestRetryAfterMs });
      expect(longestWaitsMs(channel, 0)[1]).toBeGreaterThanOrEqual(longestRetryAfterMs);
    },
  );
});
