/** A request rings, and the desk loses its connection until after the time of the request. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import { deskStreamPath, deskTimings } from '#contract/desk/live.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { rowOf } from '../board/testing.ts';
import { setRings, useLive } from '../lib/live.ts';
import { deskClock } from '../lib/session.ts';
import { LockedRings } from './LockedRings.tsx';
import { RingBanner } from './RingBanner.tsx';
import { useOpenRings } from './use-open-rings.ts';

const minuteMs = 60_000;
const over = page.getByText(
  'The 15 minutes of a request that rang are over. This page is not connected, so it does not know what became of it.',
);

/** Two requests ring: one since now, the other for five minutes. `wait` moves the clock of the server on. */
function ringTwo() {
  const begunMs = deskClock.now();
  const at = (ms: number) => new Date(begunMs + ms).toISOString();
  const rings = [
    { requestId: 'r-1', stage: 3, askedAt: at(-5 * minuteMs) },
    { requestId: 'r-2', stage: 1, askedAt: at(0) },
  ] as const;
  setRings({ rings: [...rings], serverNow: at(0) });
  onTestFinished(() => setRings({ rings: [], serverNow: at(0) }));
  return { at, wait: (minutes: number) => deskClock.onEvent(at(minutes * minuteMs)) };
}

test('R859 a ring whose request ended by its time while the desk is not connected rings no longer, and the bar says so', async () => {
  const { at, wait } = ringTwo();
  const waiting = [rowOf({ id: 'r-2', dealershipName: 'Summit Imports' })];
  mountDesk(<RingBanner />, {
    answers: {
      [`GET ${viewBoard.path}`]: { json: { waiting, running: [], finished: [], people: [], serverNow: at(0) } },
    },
  });
  await expect.element(page.getByRole('listitem').nth(1)).toBeVisible();
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('2 requests ring.');
  wait(10.5);
  await expect.element(over).toBeVisible();
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1);
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('A request rings.');
  wait(15.5);
  await expect.element(page.getByText(/The 15 minutes of 2 requests that rang are over/)).toBeVisible();
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(0);
  expect(page.getByRole('alert').first().element().textContent).toBe('');
  // The first event of the next connection says what rings then.
  setRings({ rings: [], serverNow: at(0) });
  await expect.element(page.getByText(/The 15 minutes of/)).not.toBeInTheDocument();
});

test('R859 a ring that is over by its time is over on a locked desk that is not connected, too', async () => {
  const { wait } = ringTwo();
  mountDesk(<LockedRings />, { answers: {} });
  await expect.element(page.getByRole('listitem').nth(1)).toBeVisible();
  wait(10.5);
  await expect.element(over).toBeVisible();
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1);
});

/** Follows the stream, and reports how many rings are over by their time at each drawing. */
function Follower({ onSeen }: { onSeen: (over: number) => void }) {
  useLive(true);
  onSeen(useOpenRings().over);
  return <LockedRings />;
}

test('R859 a ring that lasts longer than its time is not over when the connection is away for a moment, only when it stays away', async () => {
  const begunMs = deskClock.now();
  const at = (ms: number) => new Date(begunMs + ms).toISOString();
  // Its request was closing for a while, so it ends that much later.
  const rings = [{ requestId: 'r-1', stage: 3, askedAt: at(-16 * minuteMs) }];
  const ring = `event: ring\ndata: ${JSON.stringify({ rings, serverNow: at(0) })}\n\n`;
  const stream = `GET ${deskStreamPath}`;
  const seen: number[] = [];
  let isAway = false;
  const { calls } = mountDesk(<Follower onSeen={(count) => seen.push(count)} />, {
    // Each connection ends at once, so the page is away for up to half a second before the next one.
    answers: { [stream]: () => (isAway ? 'never' : { text: ring, type: 'text/event-stream' }) },
  });
  const streams = () => calls.filter(({ name }) => name === stream).length;
  await expect.poll(streams, { timeout: 5000 }).toBeGreaterThan(3);
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('A request rings.');
  expect(seen.filter((count) => count > 0)).toEqual([]);
  isAway = true;
  const last = streams();
  await expect.poll(streams).toBeGreaterThan(last);
  expect(seen.filter((count) => count > 0)).toEqual([]);
  deskClock.onEvent(new Date(deskClock.now() + deskTimings.heartbeatMs).toISOString());
  await expect.element(over).toBeVisible();
});
