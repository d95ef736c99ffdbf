/** An open screen of figures remembers the states of its days. A look must include every change that was answered before it. */
import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { brand } from '#brand/brand.ts';
import type { LeadStatus } from '#contract/desk/leads.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';
import { seededRandom } from '../../tests/support/seeded.ts';
import { staffOf } from '../../tests/support/staff.ts';
import { createFigures } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });

const steps: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'lost'];
const [dayMs, leadCount, writers] = [86_400_000, 24, 6];
/** How many changes begin for each look. Looks then fall between changes whatever the engine's speed. */
const changesInLook = 2;
const query = { period: 'custom', from: '2026-11-01', to: '2027-01-10' } as const;

eachEngine((under) => {
  describe('R370 figures that are looked at while leads of many days are changed', () => {
    it('hold every change that was answered before the look, and none that was not begun by its end', async () => {
      const { context, send, clock } = await startLeads(under);
      const { id: personId } = await staffOf(context).addPerson('manager');
      const random = seededRandom();
      const leads: { readonly id: string; begun: number; answered: number }[] = [];
      for (let at = 0; at < leadCount; at++) {
        leads.push({ id: await send('inquiry'), begun: 0, answered: 0 });
        clock.advance(dayMs);
      }
      const sum = (which: 'begun' | 'answered') => leads.reduce((steps, lead) => steps + lead[which], 0);
      const most = leadCount * (steps.length - 1);

      let looked = 0;
      async function change(): Promise<void> {
        for (;;) {
          const lead = random
            .shuffled(leads)
            .find(({ begun, answered }) => begun === answered && begun + 1 < steps.length);
          if (!lead) return;
          lead.begun += 1;
          while (sum('begun') > changesInLook * looked + writers) await soon();
          const outcome = await context.leadWork.edit({ personId }, { id: lead.id }, { status: steps[lead.begun] });
          expect(outcome.kind).toBe('done');
          lead.answered += 1;
        }
      }
      async function seen(figures: typeof context.figures): Promise<number> {
        const found = await figures.view(query);
        const counts = found?.leads.statuses ?? {};
        expect(found?.leads.leads).toBe(leadCount);
        return steps.reduce((total, status, at) => total + at * (counts[status] ?? 0), 0);
      }
      const between: number[] = [];
      async function look(): Promise<void> {
        while (sum('answered') < most) {
          const before = sum('answered');
          const found = await seen(context.figures);
          expect(found).toBeGreaterThanOrEqual(before);
          expect(found).toBeLessThanOrEqual(sum('begun'));
          looked += 1;
          if (found > 0 && found < most) between.push(found);
        }
      }
      await seen(context.figures);
      await Promise.all([look(), look(), ...Array.from({ length: writers }, change)]);
      expect(new Set(between).size, 'looks in the midst of the changes').toBeGreaterThan(4);
      const fresh = createFigures({
        storage: context.storage,
        zone: brand.timeZone,
        now: clock.now,
        clockMs: () => performance.now(),
        keeps: false,
        onError: (error) => expect.fail(String(error)),
      });
      expect(await context.figures.view(query)).toEqual(await fresh.view(query));
      expect(await seen(context.figures)).toBe(most);
    });
  });
});
