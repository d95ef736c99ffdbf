import { expect, test } from 'vitest';
import { aRequest } from '../testing/server.ts';
import { lockedText } from './locked-text.ts';

const endsAt = '2026-11-20T21:11:00.000Z';
const textOf = (...[view, ...beside]: [ReturnType<typeof aRequest>, ...ReturnType<typeof aRequest>[]]) =>
  lockedText({ request: { status: 'known', view, connection: 'live' }, beside });

test('R696 a request that was cancelled and can still be taken back is not said to go on while the portal is locked', () => {
  const cancelled = aRequest({ closing: { as: 'cancelled', at: '2026-11-20T21:10:00.000Z', endsAt } });
  expect(textOf(cancelled)).not.toContain('go on');
  expect(textOf(cancelled)).not.toContain('goes on');
  expect(textOf(cancelled, aRequest())).toContain('Your request goes on.');
  expect(textOf(aRequest(), aRequest())).toContain('Your requests go on.');
});
