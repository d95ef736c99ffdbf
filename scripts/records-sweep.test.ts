/** Tests `npm run records -- sweep` and `hold`, run as an operator does beside the server. */
import { describe, expect, it } from 'vitest';
import { startApp } from '../tests/support/app.ts';
import { runScript } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { recordsOf } from '../tests/support/records.ts';

eachEngine((under) => {
  describe('R160 npm run records', () => {
    it('shows what the sweep takes, confirms it once, and sets and ends a hold', async () => {
      const place = await under.newPlace();
      const clock = { at: new Date() };
      const { context } = await startApp({ ...under, newPlace: async () => place }, {}, { now: () => clock.at });
      const lead = await recordsOf(context.storage.db, clock).addLead({ days: 3 * 366 + 3 });
      const run = (...words: string[]) => runScript('records', place.env, ...words);
      await context.sweeps.look();
      const shown = await run('sweep');
      expect(shown.out).toMatch(/inquiries\s+communication\s+1\s+3 years after/);
      expect(shown.out).toContain('Waits: --confirm');
      expect((await run('sweep', '--confirm')).out).toContain('Confirmed.');
      expect((await run('sweep', '--confirm')).code).toBe(1);
      const held = await run('hold', 'set', 'lead', lead, '--reason', 'Letter of counsel');
      const [id = ''] = /[0-9a-f-]{36}/.exec(held.out) ?? [];
      expect((await run('hold', 'list')).out).toContain('Letter of counsel');
      expect((await run('hold', 'set', 'lead', lead, '--reason', 'again')).code).toBe(1);
      clock.at = new Date(clock.at.getTime() + 24 * 60 * 60_000);
      expect(await context.sweeps.look()).toBe('swept');
      expect((await context.sweeps.newest(1))[0]?.taken).toEqual({});
      expect((await run('hold', 'end', id)).out).toContain('Ended.');
      expect((await run('hold', 'end', id)).code).toBe(1);
    });
  });
});
