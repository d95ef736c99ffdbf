import { describe, expect, test } from 'vitest';
import { simulate, simulateNights } from './simulate.ts';

const nights = 200;

describe('the simulator', { timeout: 900_000 }, () => {
  test(`R13 R33 R48 R230 in ${nights} nights with every fault nothing is lost, said twice or left open`, async () => {
    expect(await simulateNights({ least: nights })).toEqual([]);
  });

  test('plays the same night for the same seed, step for step', async () => {
    const [one, other] = await Promise.all([simulate('--seed', '7', '--log'), simulate('--seed', '7', '--log')]);
    const nightOf = ({ said }: { said: string }) => said.split('\n').slice(0, -3);
    expect(nightOf(one).length).toBeGreaterThan(20);
    expect(nightOf(one)).toEqual(nightOf(other));
  });
});
