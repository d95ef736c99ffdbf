import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailLadderMs, nextStep, type Outcome } from './retry-schedule.ts';

const middle = () => 0.5;
const refused: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: 'Connection refused' };
const cut: Outcome = { kind: 'unsure', code: 'ECONNECTION', reason: 'Cut' };
const hoursOf = (ms: number) => ms / 3_600_000;

/** The pauses of a message whose tries all end alike, until it needs a person. */
function pausesMs(outcome: Outcome, random: () => number): number[] {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const step = nextStep(outcome, { attempts, state: 'waiting' }, random);
    if (!('delayMs' in step)) return pauses;
    pauses.push(step.delayMs);
  }
}

describe('the retry ladder of mail', () => {
  it('tries 13 times over about 76 hours', () => {
    const pauses = pausesMs(refused, middle);
    expect(pauses).toEqual(mailLadderMs.slice(1));
    expect(pauses).toHaveLength(12);
    expect(hoursOf(pauses.reduce((sum, pause) => sum + pause, 0))).toBeCloseTo(75.7, 1);
  });

  it('spreads every pause by at most 20 percent either way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (n, r) => {
          const step = nextStep(refused, { attempts: n, state: 'waiting' }, () => r);
          const planned = mailLadderMs[n] ?? Number.NaN;
          expect('delayMs' in step && step.delayMs).toBeGreaterThanOrEqual(Math.floor(planned * 0.8));
          expect('delayMs' in step && step.delayMs).toBeLessThanOrEqual(Math.ceil(planned * 1.2));
        },
      ),
    );
    expect(pausesMs(refused, () => 0)).not.toEqual(pausesMs(refused, () => 0.99));
  });

  it('ends with a person and never with nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Outcome>(refused, cut),
        fc.integer({ min: 13, max: 1000 }),
        fc.constantFrom('waiting' as const, 'unsure' as const),
        (outcome, attempts, state) => {
          expect(nextStep(outcome, { attempts, state }, middle).state).toBe('stuck');
        },
      ),
    );
  });
});

describe('what a try means', () => {
  it('stops at once when the mail server refuses for good', () => {
    const refusal: Outcome = { kind: 'permanent', code: 'SMTP 550', reason: '550 No such user' };
    expect(nextStep(refusal, { attempts: 1, state: 'waiting' }, middle)).toEqual({
      state: 'stuck',
      reason: 'Refused for good: 550 No such user',
    });
  });

  it('tries a mail that may have arrived again and says so', () => {
    expect(nextStep(cut, { attempts: 1, state: 'waiting' }, middle)).toMatchObject({ state: 'unsure', delayMs: 5000 });
  });

  it('keeps saying that an earlier try may have arrived', () => {
    const after = nextStep(refused, { attempts: 2, state: 'unsure' }, middle);
    expect(after).toMatchObject({ state: 'unsure', reason: expect.stringContaining('may have arrived') });
  });

  it('is done when the mail server took it, however many tries that was', () => {
    expect(nextStep({ kind: 'sent' }, { attempts: 40, state: 'unsure' }, middle)).toEqual({ state: 'sent' });
  });
});
