import { expect, test } from 'vitest';
import { World } from './world.ts';

test('what is begun between two events goes on, although nothing is due', async () => {
  const world = new World(1);
  const server = world.program('server');
  const happened: number[] = [];
  void world.as(server, () =>
    Promise.resolve().then(() => world.schedule(server, 5, () => happened.push(world.nowMs))),
  );
  await world.runUntil(100);
  expect(happened).toEqual([5]);
});
