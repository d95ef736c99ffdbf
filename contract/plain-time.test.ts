import { expect, test } from 'vitest';
import { plainTime } from './plain-time.ts';

test.each([
  ['4:04 PM', '4:04\u00a0pm'],
  ['11/21/2026, 4:04\u202fAM', '11/21/2026, 4:04\u00a0am'],
  ['Sun, Nov 29, 4:04 PM EST', 'Sun, Nov 29, 4:04\u00a0pm\u00a0EST'],
  ['November 22, 2026 at 3:04:12\u202fPM GMT+13', 'November 22, 2026 at 3:04:12\u00a0pm\u00a0GMT+13'],
])('R1018 no line breaks within the time of %s', (written, plain) => {
  expect(plainTime(written)).toBe(plain);
});
