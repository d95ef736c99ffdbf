import { expect, test } from 'vitest';
import { simulateNights } from './simulate.ts';

const nights = 200;

test(`R13 R33 R48 R230 in ${nights} nights with every fault nothing is lost, said twice or left open`, {
  timeout: 900_000,
}, async () => {
  expect(await simulateNights({ least: nights })).toEqual([]);
});
