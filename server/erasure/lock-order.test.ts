/** An erasure and the nightly sweep both take several kinds of records with their dealerships, each in its own order. */
import { expect, it, vi } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { recordsOf } from '../../tests/support/records.ts';
import { sweepConfirmed } from '../../tests/support/sweep.ts';
import { whileHeld } from '../../tests/support/while-held.ts';

vi.setConfig({ testTimeout: 120_000 });

const dayMs = 24 * 60 * 60_000;

onPostgres((under) => {
  it('R714 a lead of a dealership and requests of it are erased while the nightly sweep takes notes of these requests', async () => {
    const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
    const { context } = await startApp(under, {}, { now: () => clock.at });
    const { erasure, sweeps, storage } = context;
    const { addLead, addRequest, addDealership } = recordsOf(storage.db, clock);
    await sweepConfirmed(context, clock);
    const play = watchOrder(storage);
    await play(8, async () => {
      clock.at = new Date(clock.at.getTime() + dayMs);
      const dealershipId = await addDealership({ closedDaysAgo: null });
      const lead = await addLead({ days: 40 }, { dealershipId });
      const requests: string[] = [];
      for (let request = 0; request < 3; request++) requests.push(await addRequest({ days: 40 }, dealershipId));
      const items = [{ kind: 'lead', id: lead } as const, ...requests.map((id) => ({ kind: 'request', id }) as const)];
      return whileHeld(
        storage,
        (trx) => trx.updateTable('dealerships').set({ phone: null }).where('id', '=', dealershipId).execute(),
        [
          async () => expect(await sweeps.look()).toBe('swept'),
          async () => expect((await erasure.erase({ items, reason: 'asked', by: null })).kind).toBe('erased'),
        ],
      );
    });
  });
});
