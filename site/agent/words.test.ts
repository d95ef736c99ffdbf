import { expect, test } from 'vitest';
import type { EndedView } from '#contract/agent-endpoints.ts';
import { aView } from './testing.ts';
import { endingOf, standingOf } from './words.ts';

const ended: EndedView = {
  reference: 'BX-7K2M-90QF',
  state: 'expired',
  endedAt: '2026-11-21T21:06:00.000Z',
  acceptedBy: null,
  mine: false,
  disposition: null,
};

test('R695 a link of a request whose time ran out says whether nobody had it or nobody closed it', () => {
  expect(endingOf(ended, ended.endedAt)).toMatch(/^Its time ended at .*\. Nobody had it\.$/);
  const untold = { ...ended, acceptedBy: 'Marlow Finch', mine: true };
  expect(endingOf(untold, ended.endedAt)).toMatch(/^Its time ended at .*\. Nobody closed it\.$/);
});

test('R781 a link that is opened days after its request ended says on which day that was', () => {
  expect(endingOf(ended, '2026-11-24T09:00:00.000Z')).toMatch(
    /^Its time ended at \d+:06:00\s[ap]m on Nov 2[12]\. Nobody had it\.$/,
  );
});

test('R810 an operator who handed a request back is not said to have said “not me”, nor a namesake to have handed it back', () => {
  const back = aView({ declinedAt: '2026-11-20T21:06:00.000Z', handedBackBy: 'Boxline' });
  const night = { ...back, you: 'Boxline (night@boxline.example)', givenUp: 'handed-back' } as const;
  expect(standingOf(night)).toMatch(/^You handed it back at /);
  expect(standingOf({ ...back, you: 'Boxline', givenUp: 'declined' })).toMatch(/^You said “not me” at /);
  expect(standingOf({ ...back, handedBackBy: null, givenUp: 'released' })).toMatch(/^It was taken from you at /);
});

test('R1201 a request that was handed off is not said to have been handed back', () => {
  const off = aView({ handedBackBy: 'Zed Zoom', handedOff: true });
  expect(standingOf({ ...off, notTakenBy: 'Hal Helper' })).toBe(
    'Zed Zoom handed it off, and Hal Helper has not taken it. The first to accept has it.',
  );
  expect(standingOf({ ...off, notTakenBy: off.you })).toBe(
    'Zed Zoom handed it off to you. The first to accept has it.',
  );
  const gaveItAway = { ...off, declinedAt: off.serverNow, givenUp: 'handed-back', notTakenBy: 'Hal Helper' } as const;
  expect(standingOf(gaveItAway)).toMatch(/^You handed it off at /);
  expect(standingOf(off)).toBe('Zed Zoom handed it off. The first to accept has it.');
});

test('R1241 a hand-back by a person who handed the request off before is said to be one', () => {
  const off = aView({ handedBackBy: 'Zed Zoom', handedOff: false });
  const told = { from: 'Zed Zoom', to: null, at: off.createdAt, lender: '', products: [], openStipulations: '' };
  expect(standingOf({ ...off, handOff: { ...told, promised: '' } })).toBe(
    'Zed Zoom handed it back. The first to accept has it.',
  );
});
