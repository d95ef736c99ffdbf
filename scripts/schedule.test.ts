/** Tests `npm run schedule`, run as an operator does beside a server on a real database. */
import { describe, expect, test } from 'vitest';
import { runScript, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';

eachEngine((under) => {
  describe('R127 npm run schedule', () => {
    test('gives hours, other hours on a date and a holiday, shows them with the gaps, and takes them away', async () => {
      const { portal, env } = await startPortalWithEnv(under);
      const run = (...words: string[]) => runScript('schedule', env, ...words);
      expect((await run('list')).out).toMatch(/Marlow Finch +yes +no schedule: the switches alone/);
      expect((await run('gaps')).out.trim().split('\n')).toHaveLength(1);
      const set = await run('set', 'Marlow', 'Finch', '--hours', 'daily 0:00-12:00');
      expect(set.err).toBe('');
      expect(set.out).toMatch(/Marlow Finch .* mon-sun 00:00-12:00/);
      expect((await run('gaps')).out.trim().split('\n').length).toBeGreaterThanOrEqual(8);
      expect((await run('set', 'Tamsin', 'Okoro', '--hours', 'daily 12:00-24:00')).code).toBe(0);
      expect((await run('list')).out).toContain('Gaps in the next seven days: 0.');
      const today = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const day = await run('day', 'Tamsin', 'Okoro', '--on', today, '--hours', 'off', '--why', 'away');
      expect(day.out).toContain(`${today}  Tamsin Okoro: off (away)`);
      expect(day.out).toContain('Gaps in the next seven days: 1.');
      expect((await run('day', 'Tamsin', 'Okoro', '--on', today, '--hours', 'usual')).out).toContain('days: 0.');
      const holiday = await run('holiday', today, 'Snow', 'day', '--hours', '8-12');
      expect(holiday.out).toContain(`${today}  Snow day: only within 08:00-12:00`);
      expect((await run('holiday', today, '--remove')).out).not.toContain('Snow day');
      expect((await run('clear', 'Tamsin', 'Okoro')).out).toMatch(/Tamsin Okoro .*the switches alone/);
      const people = await portal.context.shift.list();
      expect(people.find(({ name }) => name === 'Marlow Finch')?.shift_decided_at).not.toBeNull();
      const { audit } = portal.context;
      await audit.flush();
      const entries = await portal.context.storage.db
        .selectFrom('audit_entries')
        .select(['action', 'by_id'])
        .where('action', 'in', ['week-changed', 'exception-set', 'holiday-set', 'holiday-removed', 'week-removed'])
        .orderBy('seq')
        .execute();
      expect(entries.map(({ action, by_id }) => `${action} ${by_id}`)).toEqual([
        'week-changed null',
        'week-changed null',
        'exception-set null',
        'holiday-set null',
        'holiday-removed null',
        'week-removed null',
      ]);
    });

    test('R884 reads a name as npm run shift does, and asks for one that is missing', async () => {
      const { env } = await startPortalWithEnv(under);
      const run = (...words: string[]) => runScript('schedule', env, ...words);
      const hours = ['--hours', 'daily 0:00-12:00'];
      for (const name of ['  Marlow\n\tFinch ', 'Marlow  Finch', 'Marlow \u202eFinch'])
        expect(await run('set', name, ...hours), JSON.stringify(name)).toMatchObject({ code: 0, err: '' });
      expect(await run('clear', 'Marlow', ' Finch')).toMatchObject({ code: 0 });
      expect(await run('day', ' ', '--on', '2026-12-24', '--hours', 'off')).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^error: give a name\n/),
      });
    });

    test('R1223 says of a gap whose end is not in sight that it goes on', async () => {
      const { env } = await startPortalWithEnv(under);
      const run = (...words: string[]) => runScript('schedule', env, ...words);
      await run('set', 'Marlow Finch', '--hours', 'off');
      expect((await run('gaps')).out).toMatch(/\n\S+ \S+ E[SD]T +and on\n$/);
      await run('set', 'Marlow Finch', '--hours', 'mon 9-17');
      expect((await run('gaps')).out).not.toContain('and on');
    });

    test('R1221 says of hours that end the next morning how the afternoon is written', async () => {
      const { env } = await startPortalWithEnv(under);
      const run = (...words: string[]) => runScript('schedule', env, ...words);
      const said = '09:00-05:00 ends at 05:00 the next morning. For the afternoon write 09:00-17:00.\n';
      expect((await run('set', 'Marlow Finch', '--hours', 'mon-fri 9-5')).out).toContain(`\nmon-fri ${said}`);
      const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      expect((await run('day', 'Marlow Finch', '--on', date, '--hours', '9-5')).out).toContain(`\n${date} ${said}`);
      expect((await run('holiday', date, 'Snow', '--hours', '9-5')).out).toContain(`\n${date} ${said}`);
      expect((await run('set', 'Marlow Finch', '--hours', 'daily 22-6')).out).not.toContain('afternoon');
    });

    test('says in the words of the desk what is wrong, and changes nothing', async () => {
      const { env } = await startPortalWithEnv(under);
      const run = async (...words: string[]) => {
        const { code, err } = await runScript('schedule', env, ...words);
        return `${code} ${err.trim()}`;
      };
      const before = (await runScript('schedule', env, 'list')).out;
      expect(await run('set', 'Nobody', '--hours', 'off')).toContain('1 Nobody called "Nobody" takes requests.');
      expect(await run('set', 'Marlow Finch', '--hours', 'mon 9to5')).toContain('"9to5" are not hours');
      expect(await run('set', 'Marlow Finch', '--hours', 'mon 9-17 16-18')).toBe(
        '1 Two periods overlap. Nothing was changed.',
      );
      expect(await run('day', 'Marlow Finch', '--on', '2020-01-01', '--hours', 'off')).toContain('weekly hours first');
      expect(await run('holiday', '2020-01-01', 'Old')).toContain('Choose a date');
      expect(await run('set', 'Marlow Finch')).toContain('2 error');
      expect((await runScript('schedule', env, 'list')).out).toBe(before);
    });
  });
});
