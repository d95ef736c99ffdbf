import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

it('R763 Retry-After is read as seconds or as a date', () => {
  const now = new Date('2026-11-21T21:06:00Z');
  expect(readRetryAfter(' 12', now)).toBe(12_000);
  expect(readRetryAfter('Sat, 21 Nov 2026 21:06:30 GMT', now)).toBe(30_000);
  expect(readRetryAfter('Sat, 21 Nov 2026 21:05:30 GMT', now)).toBe(0);
  for (const none of [undefined, '', 'soon', '12345678901']) expect(readRetryAfter(none, now)).toBeUndefined();
});
