/** The looks of the open consoles while one of their two statements fails. */
import { expect, it } from 'vitest';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { changed, createChanges } from '#server/changes/service.ts';
import type { SessionState } from '#server/sign-in/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { holdIntervals } from '../../tests/support/held-intervals.ts';
import { createDeskStream, pollEveryMs } from './stream.ts';

eachEngine((under) => {
  it('R1037 a change and a new ring that the looks find while the sessions cannot be read reach the consoles with the next look', async () => {
    const storage = await under.openStorage();
    const { secondPasses } = holdIntervals();
    let isAway = false;
    let ringing: ReadonlyMap<string, readonly Ring[]> = new Map();
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    let atMs = 1_000_000;
    const clockMs = () => (atMs += pollEveryMs);
    const stream = createDeskStream({
      changes: createChanges({ storage, clockMs, onError }),
      async sessionStates(ids) {
        if (isAway) throw new Error('the connection broke');
        return new Map<string, SessionState>(ids.map((id) => [id, 'open']));
      },
      rings: async () => ringing,
      now: () => new Date(),
      clockMs,
      onError,
      mostPerPerson: 1,
    });
    const opened = await stream.open({ personId: 'ana', sessionId: 'session' }, 'open');
    let heard = '';
    opened?.on('data', (text) => {
      heard += text;
    });
    await expect.poll(() => heard).toContain('event: ring');
    const askedAt = '2026-11-29T12:00:00.000Z';
    const later = async () => {
      await secondPasses();
      return { heard, failed: errors.length };
    };
    for (const topic of ['board', 'rings', 'people'] as const) {
      heard = '';
      ringing = new Map([['ana', [{ requestId: `of ${topic}`, stage: 1, askedAt }]]]);
      await storage.transaction((trx) => changed(trx, topic, 'one'));
      isAway = true;
      const { length } = errors;
      await expect.poll(async () => (await later()).failed).toBeGreaterThan(length);
      isAway = false;
      await expect.poll(async () => (await later()).heard).toMatch(/event: changed\n.*(everything|"one")/);
      if (topic === 'rings') await expect.poll(async () => (await later()).heard).toContain('of rings');
    }
    stream.endAll();
  });
});
