/** Which requests that nobody heard of are still named when other answers come in their place. */
import { expect, test } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { tabStorage } from '../testing/server.ts';
import { createUnheard } from './unheard.ts';

const hourMs = 3_600_000;

test.each([
  ['the server’s clock is set ahead', { serverMs: 48 * hourMs, deviceMs: 0 }, ['one']],
  ['the server’s clock is set back', { serverMs: -48 * hourMs, deviceMs: 0 }, ['one']],
  ['the device’s clock is set', { serverMs: 0, deviceMs: 3 * hourMs }, ['one']],
  [
    'the time of a request passes',
    { serverMs: requestTimings.expireAfterMs, deviceMs: requestTimings.expireAfterMs },
    [],
  ],
] as const)('R914 what nobody heard of, when %s', (_, { serverMs, deviceMs }, expected) => {
  const at = { server: 5 * hourMs, device: hourMs };
  const clocks = { wall: () => at.device, steady: () => 0 };
  const unheard = createUnheard({ storage: tabStorage(), clocks, locks: undefined }, { now: () => at.server });
  unheard.keep(['one']);
  expect(unheard.ids()).toEqual(['one']);
  at.server += serverMs;
  at.device += deviceMs;
  expect(unheard.ids()).toEqual(expected);
});
