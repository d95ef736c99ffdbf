/** The sweep of many records runs in the process that takes leads. A person who posts a lead meanwhile must not wait for it. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { inquiryParams } from '../support/answers.ts';
import { startApp } from '../support/app.ts';
import { engineUnderTest } from '../support/each-engine.ts';
import { recordsOf } from '../support/records.ts';
import { wideLimits } from '../support/wide-limits.ts';

const dayMs = 24 * 60 * 60_000;
const leads = 250;
const bound = 50;

/** The most measurements. Other tests keep the machine busy at times, and a sweep that blocks shows in every measurement. */
const measures = 3;

/** Posts leads for as long as a sweep runs. Returns the time that 99 of 100 were answered within, in milliseconds. */
async function p99WhileSweeping(): Promise<number> {
  const clock = { at: new Date('2026-11-21T12:00:00.000Z') };
  const { context, send } = await startApp(engineUnderTest('sqlite'), wideLimits, { now: () => clock.at });
  const { addLead } = recordsOf(context.storage.db, clock);
  for (let at = 0; at < leads; at += 1) await addLead({ days: 3 * 366 + at / 10 });
  expect(await context.sweeps.look()).toBe('reported');
  const [first] = await context.sweeps.newest(1);
  await context.sweeps.confirm(null, first?.id ?? '');
  clock.at = new Date(clock.at.getTime() + dayMs);

  let isOver = false;
  const sweeping = context.sweeps.look().finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const { status } = await send(
      'inquiry',
      inquiryParams({ last_name: `Ames ${took.length}`, submission_id: randomUUID() }),
    );
    took.push(performance.now() - began);
    expect(status).toBe(200);
  }
  expect(await sweeping).toBe('swept');
  const [last] = await context.sweeps.newest(1);
  expect(last?.taken['inquiries']).toBe(leads);
  expect(took.length).toBeGreaterThan(30);
  const sorted = took.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.POSITIVE_INFINITY;
}

it('R161 a lead that is posted while the sweep runs is answered within 50 ms, 99 times of 100', {
  timeout: 120_000,
}, async () => {
  const p99s: number[] = [];
  while (p99s.length < measures && !p99s.some((p99) => p99 <= bound)) p99s.push(await p99WhileSweeping());
  expect(Math.min(...p99s), `p99 of ${p99s.length} sweeps: ${p99s.map(Math.round).join(', ')} ms`).toBeLessThanOrEqual(
    bound,
  );
});
