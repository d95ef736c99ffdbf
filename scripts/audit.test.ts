/** Tests that the commands work and report. What they check is tested in server/audit/. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createAuditLog } from '#server/audit/service.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { runScript, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine, temporaryFolder } from '../tests/support/each-engine.ts';

const newKey = () => randomBytes(32).toString('base64url');

eachEngine((under) => {
  async function running() {
    const { portal, env } = await startPortalWithEnv(under);
    const { storage, shift } = portal.context;
    for (const on of [false, true, false]) await shift.set('Rowan Ames', on);
    const tamper = (statement: string) => sql.raw(statement).execute(storage.db);
    const run = (...args: string[]) => runScript('audit', env, ...args);
    const head = async () => (await run('head')).out.trim();
    return { env, run, tamper, head };
  }

  describe('R79 npm run audit', () => {
    test('says that the log holds, with its head, and that it agrees with one that was kept', async () => {
      const { run, head, env } = await running();
      const kept = await head();
      expect((await run('verify')).out).toBe(`The audit log is intact: 5 entries.\nIts head is ${kept}\n`);
      expect((await runScript('shift', env, 'on', 'Rowan Ames')).code).toBe(0);
      expect((await run('verify', '--anchor', kept)).out).toContain(
        'is intact: 6 entries. It agrees with the head of entry 5.',
      );
    });

    test('names what was changed, removed and cut off, and ends with 1', async () => {
      const { run, tamper, head } = await running();
      const kept = await head();
      const verify = (...args: string[]) => run('verify', ...args);
      await tamper('delete from audit_entries where seq = 5');
      expect(await verify()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('cut off: entry 5.') });
      await tamper('update audit_heads set seq = 4, hash = (select hash from audit_entries where seq = 4)');
      expect((await verify()).code).toBe(0);
      expect((await verify('--anchor', kept)).err).toMatch(
        /^The end was cut off: entry 5. Before that, 4 entries hold/,
      );
      await tamper('delete from audit_entries where seq = 1');
      expect((await verify()).err).toMatch(/^Removed: entry 1\./);
    });

    test('refuses what is no head and what is no day, and prunes nothing of a log that does not hold', async () => {
      const { run, tamper } = await running();
      expect(await run('verify', '--anchor', 'about 4')).toMatchObject({ code: 2 });
      expect(await run('prune', '--before', '2026-02-31')).toMatchObject({ code: 2 });
      expect(await run('prune')).toMatchObject({ code: 2 });
      expect((await run('prune', '--before', '2999-01-01')).err).toContain('still to come');
      await tamper("update audit_entries set by_id = 'x' where seq = 2");
      expect((await run('prune', '--before', '2020-01-01')).err).toContain('Entry 2 was changed. Nothing was pruned');
    });

    test('prunes before a day, and the rest holds', async () => {
      const place = await under.newPlace();
      const storage = await under.openStorage(place);
      const env = { ...place.env, SECRET_KEY: newKey() };
      const clock = { at: new Date('2026-01-10T12:00:00Z') };
      const keyed = createKeyedHash(env.SECRET_KEY);
      const log = createAuditLog({ keyed, now: () => clock.at });
      for (const day of ['10', '11', '12']) {
        clock.at = new Date(`2026-01-${day}T12:00:00Z`);
        const about = [{ kind: 'person', id: 'p' }] as const;
        await storage.transaction((trx) => log.write(trx, { by: null, action: 'shift-begun', about }));
      }
      const run = (...args: string[]) => runScript('audit', env, ...args);
      expect((await run('prune', '--before', '2026-01-12')).out).toBe('2 entries were pruned.\n');
      expect((await run('verify')).out).toContain('is intact: 2 entries. Entries up to 2 are not checked');
    });

    test('R191 R215 says as CSV who saw which record between two days', async () => {
      const place = await under.newPlace();
      const storage = await under.openStorage(place);
      const env = { ...place.env, SECRET_KEY: newKey() };
      const clock = { at: new Date('2026-01-10T12:00:00Z') };
      const log = createAuditLog({ keyed: createKeyedHash(env.SECRET_KEY), now: () => clock.at });
      const about = [{ kind: 'lead', id: 'l1' }] as const;
      for (const day of ['10', '11', '11', '12']) {
        clock.at = new Date(`2026-01-${day}T23:59:00Z`);
        await storage.transaction((trx) => log.write(trx, { by: 'dana', action: 'opened', about }));
      }
      clock.at = new Date('2026-01-11T12:00:00Z');
      const sent = [{ kind: 'webhook', id: 'e1' } as const, ...about];
      await storage.transaction((trx) => log.write(trx, { by: null, action: 'webhook-sent', about: sent }));
      const run = (...args: string[]) => runScript('audit', env, ...args);
      const { out } = await run('seen', '--from', '2026-01-11', '--to', '2026-01-11');
      expect(out.trim().split('\r\n').slice(1)).toEqual([
        '"person","dana","opened","lead","l1","2","2026-01-11T23:59:00.000Z","2026-01-11T23:59:00.000Z"',
        '"receiver","e1","webhook-sent","lead","l1","1","2026-01-11T12:00:00.000Z","2026-01-11T12:00:00.000Z"',
      ]);
      expect((await run('seen', '--from', '2026-01-12', '--to', '2026-01-11')).err).toContain('must not come before');
    });

    test.each(['9999-12-31', '0000-01-01'])(
      'R315 refuses %s, after or before which no day can be counted',
      async (day) => {
        const { run } = await running();
        for (const args of [
          ['seen', '--from', '2026-01-10', '--to', day],
          ['seen', '--from', day, '--to', '2026-01-10'],
          ['prune', '--before', day],
        ])
          expect(await run(...args)).toMatchObject({ code: 2, out: '', err: /It must be a day .* 2000 to 2999/ });
      },
    );

    test('begins a new chain after the key was changed, and not while the log holds', async () => {
      const { run, env } = await running();
      expect((await run('new-key')).err).toContain('is intact with this key');
      const changed = { ...env, SECRET_KEY: newKey() };
      const rekeyed = (...args: string[]) => runScript('audit', changed, ...args);
      expect((await rekeyed('verify')).err).toMatch(/^Entry 1 was changed/);
      expect((await rekeyed('new-key')).out).toContain('Entries up to 5 are not checked any more');
      expect((await run('verify')).err).toMatch(/^The key .* is another one than this database was made with/);
      expect((await rekeyed('verify')).out).toContain(
        'is intact: 1 entries. Entries up to 5 are not checked: they were pruned, or made with an earlier key.',
      );
    });
  });

  test('R65 R79 a restored database keeps its audit log, which holds, and says that it was restored', async (context) => {
    const { env, run, head } = await running();
    const folder = join(temporaryFolder(), 'backup');
    const kept = await head();
    const taken = await runScript('backup', env, folder);
    if (/pg_dump/.test(taken.err)) context.skip(taken.err);
    expect(taken.code).toBe(0);
    await runScript('shift', env, 'on', 'Rowan Ames');
    const lost = await head();
    expect((await run('verify', '--anchor', lost)).code).toBe(0);

    const place = await under.newPlace({ empty: true });
    const key = env['SECRET_KEY'];
    const next = { ...env, ...place.env, ...(key !== undefined && { SECRET_KEY: key }) };
    expect(await runScript('restore', next, folder)).toMatchObject({ code: 0 });
    const verify = (...args: string[]) => runScript('audit', next, 'verify', ...args);
    expect((await verify('--anchor', kept)).out).toContain('It agrees with the head of entry 5.');
    expect((await verify('--anchor', lost)).err).toMatch(/cut off: entry 6\. .* The database was restored /s);
  });
});
