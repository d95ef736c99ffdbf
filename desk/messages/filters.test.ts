import { expect, test } from 'vitest';
import { queryOf, readFilters } from './filters.ts';

test('the filters of the messages stand in the address as they were chosen, and an unknown one is left out', () => {
  const filters = readFilters(new URLSearchParams('filter=needsPerson&channel=sms&search=+dana%40'));
  expect(filters).toEqual({ filter: 'needsPerson', channel: 'sms', search: 'dana@' });
  expect(readFilters(new URLSearchParams(queryOf(filters)))).toEqual(filters);
  expect(queryOf(readFilters(new URLSearchParams('filter=gone&channel=toString')))).toEqual({});
});
