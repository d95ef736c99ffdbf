import { expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { mintLinkId, tokenOf } from './links.ts';

it('R733 the token of a link ends in a letter or digit, so no program for texts leaves its last character out', async () => {
  const { context } = await startApp(engineUnderTest('sqlite'));
  const ends = Array.from({ length: 2000 }, () => tokenOf(context.keyed, mintLinkId(context.keyed)).slice(-1));
  expect(ends.filter((end) => !/[0-9A-Za-z]/.test(end))).toEqual([]);
  // Each of the 62 is as likely as the others.
  expect(new Set(ends).size).toBe(62);
});
