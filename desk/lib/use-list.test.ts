import { expect, test } from 'vitest';
import { withQuery } from './use-list.ts';

test('A path has its parameters after it, and no question mark without one', () => {
  expect(withQuery('/leads', { status: 'all', search: 'elm street' })).toBe('/leads?status=all&search=elm+street');
  expect(withQuery('/leads', {})).toBe('/leads');
});
