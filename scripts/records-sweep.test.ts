/** Tests `npm run records -- sweep` and `hold`, run as an operator does beside the server. */
import { describe, expect, it } from 'vitest';
import { mintId, shortIdOf } from '#contract/reference.ts';
import { startApp } from '../tests/support/app.ts';
import { runScript } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { startPersonDeskWithEnv } from '../tests/support/person.ts';
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
      expect((await run('hold', 'set', 'lead', lead, '--reason', ' ')).code).toBe(2);
      clock.at = new Date(clock.at.getTime() + 24 * 60 * 60_000);
      expect(await context.sweeps.look()).toBe('swept');
      expect((await context.sweeps.newest(1))[0]?.taken).toEqual({});
      expect((await run('hold', 'end', id)).out).toContain('Ended.');
      expect((await run('hold', 'end', id)).code).toBe(1);
    });
  });

  describe('R776 npm run records -- hold set', () => {
    it('takes a lead and a dealership as lists, find and the desk name them, and says why one is not held', async () => {
      const { server, env } = await startPersonDeskWithEnv(under);
      const { db } = server.context.storage;
      const run = (...words: string[]) => runScript('records', env, 'hold', ...words);
      const set = (kind: string, which: string) => run('set', kind, which, '--reason', 'Letter of counsel');
      const standing = async () => (await server.context.holds.standing()).map(({ subject_id }) => subject_id);
      const endAll = async () => {
        for (const { id } of await server.context.holds.standing()) expect((await run('end', id)).code).toBe(0);
      };
      const lead = await server.addLead();
      const dealership = await db.selectFrom('dealerships').select(['id', 'name']).limit(1).executeTakeFirstOrThrow();
      const { id, name } = dealership;
      const ways = [
        ['lead', lead, [lead, server.referenceOf(lead), server.referenceOf(lead).toLowerCase(), `lead:${lead}`]],
        ['dealership', id, [id, shortIdOf(id), name, `dealership:${id}`]],
      ] as const;
      for (const [kind, held, named] of ways) {
        for (const which of named) {
          expect(await set(kind, which), which).toMatchObject({ code: 0, err: '' });
          expect(await standing()).toEqual([held]);
          expect((await set(kind, which)).err).toBe('It is already under a legal hold.\n');
          await endAll();
        }
        expect((await set(kind, mintId())).err).toBe('There is no such record.\n');
      }
      expect((await set('lead', 'BX-0000-0000')).err).toContain('There is no lead "BX-0000-0000".');
      expect((await set('dealership', 'No Such Motors')).err).toContain('There is no dealership "No Such Motors".');
      expect((await set('request', lead)).code).toBe(2);
      expect((await server.erase([{ kind: 'lead', id: lead }])).status).toBe(200);
      expect((await set('lead', server.referenceOf(lead))).err).toBe('It was erased, so there is nothing to hold.\n');
      expect(await standing()).toEqual([]);
    });
  });
});
