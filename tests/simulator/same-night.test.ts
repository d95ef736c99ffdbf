import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('plays the same night for the same seed, step for step', { timeout: 900_000 }, async () => {
  const [one, other] = await Promise.all([simulate('--seed', '7', '--log'), simulate('--seed', '7', '--log')]);
  const nightOf = ({ said }: { said: string }) => said.split('\n').slice(0, -3);
  expect(nightOf(one).length).toBeGreaterThan(20);
  expect(nightOf(one)).toEqual(nightOf(other));
});
