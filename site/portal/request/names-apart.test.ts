import { expect, test } from 'vitest';
import { aRequest } from '../testing/server.ts';
import { cardOf } from './card.ts';
import { createKnownViews, type Seen } from './known-views.ts';

test('R1022 a name in Hebrew or Arabic does not reorder the words and digits around it on the card', () => {
  let seen: Seen = { request: { status: 'none' }, beside: [], outOfSight: [] };
  const views = createKnownViews({
    get: () => seen,
    set: (next) => {
      seen = { ...seen, ...next };
    },
    dropToken: () => undefined,
  });
  const accepted = aRequest({ state: 'accepted', acceptedAt: '2026-11-20T21:04:20.000Z', acceptedBy: 'דנה 2' });
  const shown = views.newestOf(accepted);
  expect(cardOf(shown, 0).steps.map(({ label }) => label)).toContain('Accepted by \u2068דנה 2\u2069');
  expect(views.newestOf(shown)).toEqual(shown);
  expect(views.newestOf(aRequest({ acceptedBy: 'Dana' }))).toEqual(aRequest({ acceptedBy: 'Dana' }));
});
