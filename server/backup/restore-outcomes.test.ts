import { expect, test } from 'vitest';
import { carriedOver } from './carry-over.ts';
import { outcomeOf, outcomes } from './restore-outcomes.ts';

test('R481 the list of what a restore carries over names the tables that are carried over, and no other', () => {
  const listed = Object.entries(outcomeOf).filter(([, outcome]) => outcomes[outcome].treatment === 'carried-over');
  expect(carriedOver.map(({ table }) => table).toSorted()).toEqual(listed.map(([table]) => table).toSorted());
});
