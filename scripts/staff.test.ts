/** Tests that the commands make links and hide them. What the links do is tested in server/sign-in/. */
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { runScript, startPortalWithEnv } from '../tests/support/command.ts';
import { goodPassword, openBrowser } from '../tests/support/desk-browser.ts';
import { tokenOf } from '../tests/support/desk-people.ts';
import { eachEngine, roundsOf } from '../tests/support/each-engine.ts';

eachEngine((under) => {
  async function running() {
    const { portal, env } = await startPortalWithEnv(under);
    const run = (...args: string[]) => runScript('staff', env, ...args);
    const linkIn = (name: string) => readFileSync(join(env['DATA_DIR'] ?? '', name), 'utf8').trim();
    return { portal, env, run, linkIn };
  }

  describe('R73 R75 npm run staff', () => {
    it('makes a set-up link in a file for its owner alone, and none once there is an admin', async () => {
      const { portal, env, run, linkIn } = await running();
      expect((await run('list')).out).toContain('Nobody has an account.');
      const { code, out } = await run('setup-link');
      const link = linkIn('set-up-link');
      expect(code).toBe(0);
      expect(out).not.toContain(tokenOf(link));
      expect(statSync(join(env['DATA_DIR'] ?? '', 'set-up-link')).mode & 0o777).toBe(0o600);
      const browser = openBrowser(portal);
      const body = { token: tokenOf(link), name: 'Ada Quill', email: 'ada@boxline.example', password: goodPassword };
      await browser.need(linkEndpoints.setUp, { body });
      await browser.addApp(() => new Date());
      expect(await run('setup-link')).toMatchObject({ code: 1, err: expect.stringContaining('has an admin') });
      expect((await run('list')).out).toMatch(/Ada Quill +ada@boxline\.example +admin +yes +0 +10/);
    });

    it('makes a link to get back in, which is in the audit log and told to the admins', async () => {
      const { portal, run, linkIn } = await running();
      await run('setup-link');
      const body = { name: 'Ada Quill', email: 'ada@boxline.example', password: goodPassword };
      const browser = openBrowser(portal);
      await browser.need(linkEndpoints.setUp, { body: { ...body, token: tokenOf(linkIn('set-up-link')) } });
      await browser.addApp(() => new Date());
      expect(await run('recover', 'nobody@boxline.example')).toMatchObject({ code: 1 });
      const { code, out } = await run('recover', 'ada@boxline.example');
      const link = linkIn(/ is in \S+\/(recovery-link-\w+)\. /.exec(out)?.[1] ?? '');
      expect(code).toBe(0);
      expect(out).not.toContain(tokenOf(link));
      const { db } = portal.context.storage;
      const entries = await db.selectFrom('audit_entries').select(['action', 'by_id']).execute();
      expect(entries).toContainEqual({ action: 'recovery-link-made', by_id: null });
      const mails = await db.selectFrom('messages').select('recipient').where('kind', '=', 'staff-notice').execute();
      expect(mails).toContainEqual({ recipient: 'ada@boxline.example' });
      const token = tokenOf(link);
      expect(
        await openBrowser(portal).outcome(linkEndpoints.recoverAccount, { body: { token, password: goodPassword } }),
      ).toBe('ok');
      expect(await browser.view()).toMatchObject({ state: 'none' });
    });
  });

  test('R992 links that several people get back in with, made one after another without a terminal, are each in a file of their own', async () => {
    const { portal, env } = await running();
    const { db } = portal.context.storage;
    for (const [id, role] of [
      ['ada', 'admin'],
      ['bob', 'agent'],
    ] as const) {
      const mail = `${id}@boxline.example`;
      const row = { id: `00000000-${id}`, name: id, mail, mail_key: mail, role, created_at: new Date().toISOString() };
      await db.insertInto('people').values(row).execute();
    }
    const told = await Promise.all(
      ['ada', 'bob'].map((name) => runScript('staff', env, 'recover', `${name}@boxline.example`)),
    );
    const files = told.map(({ out }) => / is in (\S+)\. /.exec(out)?.[1] ?? '');
    const names = [];
    for (const file of files) {
      const body = { token: tokenOf(readFileSync(file, 'utf8').trim()) };
      names.push((await openBrowser(portal).need(linkEndpoints.lookAtLink, { body })).name);
    }
    expect(names).toEqual(['ada', 'bob']);
  });

  test('R992 of two set-up links that are made at the same instant, the file has the one that works', async () => {
    const { portal, run, linkIn } = await running();
    for (let round = 0; round < roundsOf(20); round++) {
      expect((await Promise.all([run('setup-link'), run('setup-link')])).map(({ code }) => code)).toEqual([0, 0]);
      const body = { token: tokenOf(linkIn('set-up-link')) };
      expect(await openBrowser(portal).outcome(linkEndpoints.lookAtLink, { body }), `round ${round}`).toBe('ok');
    }
  });

  test('R992 a link that cannot be shown is not made, and the earlier one works on', async () => {
    const { portal, env, run, linkIn } = await running();
    await run('setup-link');
    const body = { token: tokenOf(linkIn('set-up-link')) };
    const file = join(env['DATA_DIR'] ?? '', 'set-up-link');
    rmSync(file);
    mkdirSync(file);
    expect(await run('setup-link')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('EISDIR') });
    expect(await openBrowser(portal).outcome(linkEndpoints.lookAtLink, { body })).toBe('ok');
  });
});
