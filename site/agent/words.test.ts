import { expect, test } from 'vitest';
import type { EndedView } from '#contract/agent-endpoints.ts';
import { endingOf } from './words.ts';

const ended: EndedView = {
  reference: 'BX-7K2M-90QF',
  state: 'expired',
  endedAt: '2026-11-21T21:06:00.000Z',
  acceptedBy: null,
  mine: false,
  disposition: null,
};

test('R695 a link of a request whose time ran out says whether nobody had it or nobody closed it', () => {
  expect(endingOf(ended)).toMatch(/^Nobody had it\. It ended at /);
  expect(endingOf({ ...ended, acceptedBy: 'Marlow Finch', mine: true })).toMatch(/^Nobody closed it\. It ended at /);
});
