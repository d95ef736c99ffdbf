import { expect, test } from 'vitest';
import { lineOf, lines } from './after-a-restore.ts';
import { takenOver } from './taken-over.ts';

test('R481 the list of what a restore takes over names the tables that are taken over, and no other', () => {
  const listed = Object.entries(lineOf).filter(([, line]) => lines[line].fate === 'taken-over');
  expect(takenOver.map(({ table }) => table).toSorted()).toEqual(listed.map(([table]) => table).toSorted());
});
