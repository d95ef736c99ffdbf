/** The bell of an open console while the clock of the server is set. */
import { expect, it } from 'vitest';
import { deskTimings } from '#contract/desk/live.ts';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { holdIntervals } from '../../tests/support/held-intervals.ts';
import { createDeskStream } from './stream.ts';

it.each([-3_600_000, 3_600_000])(
  'R1039 the bell of an open console repeats as before when the clock is set by %d ms',
  async (setMs) => {
    const { secondPasses } = holdIntervals();
    let atMs = 1_000_000;
    let wallMs = Date.parse('2026-11-29T12:00:00.000Z');
    const ring: Ring = { requestId: 'one', stage: 1, askedAt: '2026-11-29T11:59:00.000Z' };
    const stream = createDeskStream({
      changes: { look: (pass) => pass([]) },
      sessionStates: async (ids) => new Map(ids.map((id) => [id, 'open'])),
      rings: async () => new Map([['ana', [ring]]]),
      now: () => new Date(wallMs),
      clockMs: () => atMs,
      onError(error) {
        throw error;
      },
      mostPerPerson: 1,
    });
    let heard = '';
    const opened = await stream.open({ personId: 'ana', sessionId: 'session' }, 'open');
    opened?.on('data', (text) => {
      heard += text;
    });
    /** How often it rings while so many seconds pass. */
    async function rung(seconds: number): Promise<number> {
      heard = '';
      for (let second = 0; second < seconds; second++) {
        atMs += 1000;
        wallMs += 1000;
        await secondPasses();
      }
      return heard.split('event: ring').length - 1;
    }
    const everySeconds = deskTimings.ringAgainMs / 1000;
    await rung(everySeconds);
    expect(await rung(everySeconds * 3)).toBe(3);
    wallMs += setMs;
    expect(await rung(everySeconds * 3)).toBe(3);
    stream.endAll();
  },
);
