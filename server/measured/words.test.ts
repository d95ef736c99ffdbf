import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareText, timeText } from './words.ts';

/** The value of a shown time, in milliseconds. */
const msOf = (value: string) => {
  const [number = '', unit = ''] = value.split(' ');
  return Number(number) * ({ s: 1000, min: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
};

describe('R179 a measured value is never better than measured', () => {
  it('shows a time that is not shorter, in at most three digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 * 24 * 3_600_000 }), (ms) => {
        const { value } = timeText(ms);
        expect(msOf(value)).toBeGreaterThanOrEqual(ms);
        expect(value.replace(/\D/g, '').length).toBeLessThanOrEqual(4);
      }),
    );
    expect([8_310, 8_400, 9_901, 72_000, 99_001, 3_600_000 * 2].map((ms) => timeText(ms).value)).toEqual([
      '8.4 s',
      '8.4 s',
      '10 s',
      '72 s',
      '2 min',
      '2 h',
    ]);
  });

  it('shows a share that is not larger, and 100% for the whole alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 * 24 * 3_600_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (knownMs, part) => {
          const metMs = Math.floor(knownMs * part);
          for (const decimals of [1, 2]) {
            const { value } = shareText({ knownMs, metMs }, decimals);
            expect(
              BigInt(value.replace(/[.%]/g, '')) * BigInt(knownMs) <=
                BigInt(metMs) * BigInt(10 ** (value === '100%' ? 2 : 2 + decimals)),
            ).toBe(true);
            expect(value === '100%').toBe(metMs === knownMs);
          }
        },
      ),
    );
    const day = 24 * 3_600_000;
    expect(shareText({ knownMs: 90 * day, metMs: 90 * day - 1 }, 2).value).toBe('99.99%');
    expect(shareText({ knownMs: 1000, metMs: 579 }, 1).value).toBe('57.9%');
  });
});
