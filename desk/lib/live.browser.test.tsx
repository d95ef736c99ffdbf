import { describe, expect, it, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deskStreamPath, deskTimings } from '#contract/desk/live.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { type Connection, useConnection, useLive } from './live.ts';
import { deskClock } from './session.ts';

const stream = `GET ${deskStreamPath}`;
const events: Answer = { text: 'event: changed\ndata: {"topics":[],"everything":true}\n\n', type: 'text/event-stream' };

/** Follows the stream, and reports the state of the connection. */
function Follower({ onSeen }: { onSeen: (connection: Connection) => void }) {
  useLive(true);
  const connection = useConnection();
  onSeen(connection);
  return <p>{connection}</p>;
}

function startFollowing(answer: Answer) {
  const seen: Connection[] = [];
  const { calls } = mountDesk(<Follower onSeen={(connection) => seen.push(connection)} />, {
    answers: { [stream]: answer },
  });
  const asked = () => calls.filter(({ name }) => name === stream);
  return { seen, streams: () => asked().length, isGivenUp: () => asked().at(-1)?.signal?.aborted };
}

describe('R351 the stream of the console', () => {
  it('is live with the events of our server', async () => {
    const { seen } = startFollowing(events);
    await expect.poll(() => seen).toContain('live');
  });

  it('is never live with the page of a network in its place', async () => {
    const { seen, streams } = startFollowing({
      text: '<!doctype html><p>Welcome to our guest network',
      type: 'text/html',
    });
    await expect.poll(streams).toBeGreaterThan(2);
    expect(seen).not.toContain('live');
    await expect.element(page.getByText('connecting')).toBeVisible();
  });

  it('is asked for at once when the network is back', async () => {
    const { streams } = startFollowing('never');
    await expect.poll(streams).toBe(1);
    dispatchEvent(new Event('online'));
    await expect.poll(streams).toBe(2);
  });

  it('is asked for at once when somebody comes back to a computer that slept, and not before', async () => {
    const { streams, isGivenUp } = startFollowing('never');
    await expect.poll(streams).toBe(1);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 2 * deskTimings.heartbeatMs - 1000);
    document.dispatchEvent(new Event('visibilitychange'));
    // A reconnect first gives up the old connection, within the event itself.
    expect(isGivenUp()).toBe(false);
    clock.mockReturnValue(now + 2 * deskTimings.heartbeatMs + 1000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(isGivenUp()).toBe(true);
    await expect.poll(streams).toBe(2);
    clock.mockRestore();
  });
});

test('R940 after a short sleep that the connection survives, the next sign of the server puts the clock of the console right', async () => {
  const session = `GET ${viewDeskSession.path}`;
  const { calls } = mountDesk(<Follower onSeen={() => undefined} />, {
    answers: { [stream]: events, [session]: () => ({ json: sessionOf('admin') }) },
  });
  const count = (name: string) => calls.filter((call) => call.name === name).length;
  await expect.poll(() => count(stream)).toBeGreaterThan(1);
  expect(count(session)).toBe(0);
  // The steady clock of a browser stands still while the computer sleeps; the other one goes on.
  const steady = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => steady() - 180_000);
  await expect.poll(() => count(session)).toBeGreaterThan(0);
  await expect.poll(() => Math.abs(deskClock.now() - Date.now())).toBeLessThan(2000);
  clock.mockRestore();
});
