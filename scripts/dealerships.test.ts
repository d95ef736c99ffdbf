/** Tests that the command performs each action and reports it. What the actions do is tested in server/dealerships/. */
import { describe, expect, test } from 'vitest';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { codeRefusals } from '#contract/desk/code-endpoints.ts';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { sessionPath } from '#contract/portal.ts';
import { runScript, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { dealer } from '../tests/support/portal.ts';

eachEngine((under) => {
  async function running() {
    const { portal, env } = await startPortalWithEnv(under);
    const list = async () => (await portal.context.dealerships.list()).filter(({ removed_at }) => removed_at === null);
    return { portal, env, list, run: (...args: string[]) => runScript('dealerships', env, ...args) };
  }

  describe('R37 npm run dealerships', () => {
    test('lists the samples as samples, and removes them for good', async () => {
      const { portal, run, list } = await running();
      const listed = (await run('list')).out;
      for (const { name } of sampleDealerships) expect(listed).toMatch(new RegExp(`${name} .* sample$`, 'm'));
      expect((await run('remove-samples')).out).toBe('8 sample dealerships removed.\n');
      await portal.context.dealerships.storeSamples();
      expect(await list()).toEqual([]);
    });

    test('changes the telephone, which the next request has', async () => {
      const { portal, run } = await running();
      const changed = await run('phone', dealer.name.toUpperCase(), '(207) 555-0199 ext. 4');
      expect(changed.out).toBe(`${dealer.name}  (207) 555-0199 ext. 4\n`);
      const id = await portal.ask(await portal.sessionFor(portal.shared.code));
      expect((await portal.context.agentRequests.find(id))?.dealer_phone).toBe('(207) 555-0199 ext. 4');
      expect((await run('phone', dealer.name, '')).out).toBe(`${dealer.name}  no telephone\n`);
    });

    test('R121 makes, closes and opens an account as the desk does, in its words, and enters each in the audit log', async () => {
      const { portal, env, run, list } = await running();
      const { db } = portal.context.storage;
      expect((await run('add', 'Zephyr Motors', '--phone', '(303) 555-0166')).out).toContain('Zephyr Motors');
      const early = await runScript('codes', env, 'issue', '--dealership', 'Zephyr Motors');
      expect(early.err).toContain(codeRefusals.noAgreement.text);
      expect((await run('agreement', 'Zephyr Motors', '2999-01-01')).err).toContain(
        dealershipRefusals.badAgreement.text,
      );
      expect((await run('agreement', 'Zephyr Motors', '2026-11-02')).out).toContain('agreement 2026-11-02');
      const issued = await runScript('codes', env, 'issue', '--dealership', 'Zephyr Motors');
      const [code = ''] = issued.out.split('\n');
      expect((await portal.open(code)).status).toBe(200);
      expect((await run('close', 'Zephyr Motors')).out).toContain('the account is closed');
      expect((await portal.open(code)).status).toBe(401);
      expect((await run('phone', 'Zephyr Motors', '(303) 555-0167')).err).toContain(dealershipRefusals.isClosed.text);
      expect((await run('reopen', 'Zephyr Motors')).out).toContain('open again');
      const one = (await list()).find(({ name }) => name === 'Zephyr Motors');
      const entries = await db
        .selectFrom('audit_entries')
        .select(['action', 'by_id'])
        .where('action', 'in', [
          'dealership-made',
          'dealership-edited',
          'code-made',
          'dealership-closed',
          'dealership-reopened',
        ])
        .orderBy('seq')
        .execute();
      // The first code is the shared one, which the server made.
      expect(entries.slice(-5)).toEqual(
        ['dealership-made', 'dealership-edited', 'code-made', 'dealership-closed', 'dealership-reopened'].map(
          (action) => ({
            action,
            by_id: null,
          }),
        ),
      );
      expect(one?.closed_at).toBeNull();
    });

    test('changes name and time zone', async () => {
      const { run, list } = await running();
      await Promise.all([
        run('zone', dealer.name, 'America/Denver'),
        run('zone', sampleDealerships[1].name, 'Mars/Base'),
      ]);
      expect((await run('rename', dealer.name, '--to', 'Zephyr Motors')).out).toContain('is Zephyr Motors now');
      expect(await list()).toContainEqual(
        expect.objectContaining({ name: 'Zephyr Motors', zone: 'America/Denver', sample_at: null }),
      );
      expect((await list()).filter(({ zone }) => zone !== null)).toHaveLength(1);
    });

    test('removes a dealership with its codes and sessions, and keeps its requests', async () => {
      const { portal, run, env } = await running();
      const token = await portal.sessionFor(await portal.ownCode(dealer.name));
      const id = await portal.ask(token);
      expect((await run('remove', dealer.name)).code).toBe(0);
      expect((await portal.call('GET', sessionPath, token)).status).toBe(401);
      expect((await portal.context.agentRequests.find(id))?.dealership_name).toBe(dealer.name);
      expect(await runScript('codes', env, 'issue', '--dealership', dealer.name)).toMatchObject({ code: 1, out: '' });
    });

    test('tells two of one name apart by their ids, and says that there are two', async () => {
      const { run, list } = await running();
      const added = await run('add', ` ${dealer.name.toLowerCase()} `, '--phone', '(207) 555-0188');
      expect(added.out).toContain('2 dealerships have this name now');
      const id = added.out.slice(0, 8);
      const refused = await run('remove', dealer.name);
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(id) });
      expect((await run('remove', id)).code).toBe(0);
      expect((await list()).map(({ name }) => name)).toEqual(sampleDealerships.map(({ name }) => name).toSorted());
    });

    test('R813 says of two of one name and one number that the portal cannot tell them apart', async () => {
      const { run } = await running();
      const add = (phone: string) => run('add', 'Quay Road Motors', '--phone', phone);
      expect((await add('(207) 555-0188')).out).not.toContain('portal');
      expect((await add('(207) 555-0189')).out).toContain('The portal tells them apart');
      expect((await add('(207) 555-0188')).out).toContain('The portal cannot tell those apart');
    });

    test('says how it is used when it is used otherwise', async () => {
      const { run } = await running();
      const wrong = [
        ['phone', dealer.name, 'call me'],
        ['zone', dealer.name, 'Mars/Base'],
        ['add', 'Two', 'words'],
      ];
      for (const { code, err } of await Promise.all(wrong.map((args) => run(...args)))) {
        expect([code, err.includes('Usage: npm run dealerships')]).toEqual([2, true]);
      }
    });
  });
});
