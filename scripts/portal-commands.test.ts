/** Tests the portal's commands, run as an operator does beside a server on a real database. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { peopleLimits } from '#contract/desk/people.ts';
import { sessionPath } from '#contract/portal.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import { createAtOnce } from '../tests/support/at-once.ts';
import { runScript as run, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine, roundsOf, temporaryFolder } from '../tests/support/each-engine.ts';
import { dealer } from '../tests/support/portal.ts';

eachEngine((under) => {
  const running = () => startPortalWithEnv(under);

  describe('R19 npm run codes', () => {
    test('refuses a dealership without its option and two codes at once, and makes and ends nothing', async () => {
      const { env } = await running();
      const before = (await run('codes', env, 'list')).out;
      for (const words of [
        ['issue', dealer.name],
        ['revoke', '1', '2'],
        ['revoke', 'K7QD', '2MRX', '9TFW'],
      ]) {
        expect(await run('codes', env, ...words), words.join(' ')).toMatchObject({ code: 2, out: '' });
      }
      expect((await run('codes', env, 'list')).out).toBe(before);
    });

    test('issues a code that opens, lists it without its secret, rotates and revokes it', async () => {
      const { portal, env } = await running();
      const issued = await run('codes', env, 'issue', '--dealership', dealer.name.toLowerCase(), '--days', '30');
      const code = issued.out.split('\n')[0] ?? '';
      const opened = await portal.open(code);
      expect(opened.json()).toMatchObject({ dealership: { name: dealer.name } });
      const { token } = opened.json<{ token: string }>();
      const list = await run('codes', env, 'list');
      expect(issued.out).toContain('This is code 2.');
      expect(list.out).toMatch(new RegExp(`^2 +${dealer.name} +.* valid until`, 'm'));
      for (const group of code.split('-')) expect(list.out).not.toContain(group);

      const rotated = await run('codes', env, 'rotate', '2', '--keep-hours', '0');
      const next = rotated.out.split('\n')[0] ?? '';
      expect((await portal.open(code)).status).toBe(401);
      expect((await portal.call('GET', sessionPath, token)).status).toBe(401);
      expect((await portal.open(next)).status).toBe(200);
      expect(await run('codes', env, 'revoke', next.toLowerCase())).toMatchObject({
        code: 0,
        out: 'Code 3 is revoked, and its sessions end.\n',
      });
      expect((await portal.open(next)).status).toBe(401);
      expect(await run('codes', env, 'revoke', '3')).toMatchObject({ code: 1 });
      const [first] = await portal.context.codes.list();
      expect(await run('codes', env, 'revoke', first?.id ?? '')).toMatchObject({ code: 0 });
      expect((await portal.open(portal.shared.code)).status).toBe(401);
    });

    if (under.engine === 'sqlite')
      test('makes no key of its own, and says what to do without the one that the codes were made with', async () => {
        const { env } = await running();
        const key = join(env['DATA_DIR'] ?? '', 'secret.key');
        rmSync(key);
        const refused = await run('codes', env, 'issue');
        expect(refused).toMatchObject({ code: 1, out: '' });
        expect(refused.err).toMatch(
          /^The key that access codes and the desk's accounts were made with, secret\.key, is not in .*\n$/,
        );
        expect(existsSync(key)).toBe(false);
        expect(await run('codes', { ...env, SECRET_KEY: 'k'.repeat(32) }, 'issue')).toMatchObject({ code: 0 });
      });

    test('says how it is used when it is used otherwise', async () => {
      const { env } = await running();
      for (const args of [[], ['revoke'], ['issue', '--days', '0'], ['rotate', '!!'], ['--nonsense']]) {
        const { code, err } = await run('codes', env, ...args);
        expect([code, err.includes('Usage: npm run codes')]).toEqual([2, true]);
      }
    });
  });

  test('R22 npm run shift adds people, and begins and ends their shifts', async () => {
    const { portal, env } = await running();
    const added = await run('shift', env, 'add', 'Ines Vale', '--phone', '207 555 0155');
    expect(added.out).toMatch(/Ines Vale +\+12075550155 +since /);
    expect((await run('shift', env, 'off', 'Marlow Finch')).out).toMatch(/Marlow Finch .* no\n/);
    const id = await portal.ask(await portal.sessionFor(portal.shared.code));
    const names = Object.keys(await portal.linksOf(id)).sort();
    expect(names).toEqual(['Boxline', 'Ines Vale', 'Rowan Ames', 'Tamsin Okoro']);
    expect(await run('shift', env, 'on', 'Nobody')).toMatchObject({ code: 1 });
    expect(await run('shift', env, 'add', 'Nobody')).toMatchObject({ code: 2 });
    expect(await run('shift', env, 'add', 'Nobody', '--phone', 'call me')).toMatchObject({ code: 2 });
  });

  test('R1224 npm run shift -- add says of a known name what way of reaching them it took away', async () => {
    const { env } = await running();
    const add = async (...how: string[]) => (await run('shift', env, 'add', 'Ines Vale', ...how)).out;
    const [phone, mail] = [
      ['--phone', '207 555 0155'],
      ['--mail', 'ines@vale.example'],
    ] as const;
    expect(await add(...phone, ...mail)).not.toContain('any more');
    expect(await add(...phone)).toContain(
      '"Ines Vale" gets no mails at ines@vale.example any more. To keep both, give both.\n',
    );
    expect(await add(...mail)).toContain(
      '"Ines Vale" gets no texts at +12075550155 any more. To keep both, give both.\n',
    );
    expect(await add(...mail)).not.toContain('any more');
  });

  test('R816 npm run shift says of somebody who only reads that they take no requests', async () => {
    const { portal, env } = await running();
    const one = portal.context.storage.db.updateTable('people').where('name', '=', 'Rowan Ames');
    await one.set({ role: 'viewer', on_shift_at: null }).execute();
    const refused = await run('shift', env, 'on', 'Rowan Ames');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('"Rowan Ames" only reads at the desk and takes no requests.');
  });

  test('R347 npm run shift takes the names that the desk takes', async () => {
    const { portal, env } = await running();
    const phone = ['--phone', '207 555 0155'];
    const tooLong = await run('shift', env, 'add', 'n'.repeat(peopleLimits.name + 1), ...phone);
    expect(tooLong).toMatchObject({ code: 2, err: expect.stringContaining('A name has at most 100 characters.') });
    expect(await run('shift', env, 'add', 'n'.repeat(peopleLimits.name), ...phone)).toMatchObject({ code: 0 });
    expect(await run('shift', env, 'add', '  Ines\n\tVale ', ...phone)).toMatchObject({ code: 0 });
    expect((await portal.context.shift.list()).map(({ name }) => name)).toContain('Ines Vale');
  });

  test('R36 npm run shift says when the last one goes off', async () => {
    const { portal, env } = await running();
    await portal.context.shift.set('Marlow Finch', false);
    expect((await run('shift', env, 'off', 'Rowan Ames')).out).not.toContain('Nobody is on shift');
    const last = await run('shift', env, 'off', 'Tamsin Okoro');
    expect(last.out).toMatch(/\nNobody is on shift: nobody is texted, .* otherwise for admins on call\.\n$/);
  });

  test('R22 npm run settings switches Text Agent at once, and not on while nobody would be reached', async () => {
    const { portal, env } = await running();
    const token = await portal.sessionFor(portal.shared.code);
    expect((await run('settings', env, 'text-agent', 'off')).out).toBe('text-agent off\nshared-code on\n');
    expect((await portal.press(token)).json()).toMatchObject({ success: false });
    const refused = await run('settings', env, 'text-agent', 'on');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('would reach nobody by text or mail');
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@boxline.example', MAIL_TO: 'b@boxline.example' };
    const unlinked = await run('settings', { ...env, ...smtp }, 'text-agent', 'on');
    expect(unlinked).toMatchObject({ code: 1, err: expect.stringContaining('PUBLIC_URL is not set') });
    const reached = { ...env, ...smtp, PUBLIC_URL: 'https://desk.example' };
    expect((await run('settings', reached, 'text-agent', 'on')).out).toBe('text-agent on\nshared-code on\n');
    expect((await portal.press(token)).json()).toEqual({ success: true });
    expect(await run('settings', env, 'text-agent', 'maybe')).toMatchObject({ code: 2 });
  });

  test('R774 npm run settings -- alert-recipients shows them without arguments, and only none takes all of them away', async () => {
    const { env } = await running();
    const recipients = async (...words: string[]) => {
      const { code, out } = await run('settings', env, 'alert-recipients', ...words);
      return { code, lines: out.split('\n').filter((line) => line.startsWith('alert-recipient ')) };
    };
    const both = { code: 0, lines: ['alert-recipient second@example.com', 'alert-recipient +12075550144'] };
    expect(await recipients('second@example.com', '(207) 555-0144')).toEqual(both);
    expect(await recipients()).toEqual(both);
    expect(await recipients('none', 'third@example.com')).toEqual({ code: 1, lines: [] });
    expect(await recipients()).toEqual(both);
    expect(await recipients('none')).toEqual({ code: 0, lines: [] });
  });

  test('R850 npm run settings -- jacket names a known item whatever the case, with or without new words', async () => {
    const { env } = await running();
    const file = join(temporaryFolder(), 'items.txt');
    writeFileSync(file, 'ODOMETER\nTitle: Title, both sides\nPower of attorney\n');
    const { code, out } = await run('settings', env, 'jacket', file);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.startsWith('jacket ') && !line.includes('retired'))).toEqual([
      'jacket odometer: Odometer',
      'jacket title: Title, both sides',
      'jacket power_of_attorney: Power of attorney',
    ]);
  });

  test('R1153 a jacket from a file with the line ends of Windows keeps the items that it names', async () => {
    const { portal, env } = await running();
    const { settings } = portal.context;
    const before = (await settings.view()).jacket;
    const file = join(temporaryFolder(), 'items.txt');
    writeFileSync(file, `\ufeff${before.items.map(({ item, label }) => `${item}: ${label}\r\n`).join('')}`);
    expect((await run('settings', env, 'jacket', file)).code).toBe(0);
    expect((await settings.view()).jacket).toMatchObject({ items: before.items, retired: before.retired });
  });

  test('R994 a jacket that a command puts in place keeps the words that the desk gives an item at the same instant, or is refused', async () => {
    const { portal, env } = await running();
    const { settings, storage } = portal.context;
    const atOnce = createAtOnce(storage);
    const file = join(temporaryFolder(), 'items');
    const { items } = (await settings.view()).jacket;
    writeFileSync(file, items.map(({ item }) => item).join('\n'));
    const [first] = items;
    for (let round = 0; round < roundsOf(40); round++) {
      const label = `Words of round ${round}`;
      const wanted = items.map(({ item, label: before }) => ({ item, label: item === first?.item ? label : before }));
      const [told, set] = await atOnce([
        () => run('settings', env, 'jacket', file),
        () => settings.setJacket(wanted, { by: null }),
      ]);
      expect(set).toEqual({ kind: 'done' });
      expect((await settings.view()).jacket.items[0]?.label).toBe(label);
      if (told.code !== 0)
        expect(told.err).toBe(
          'Somebody else changed it at this moment. Nothing was changed. Look, and run it again.\n',
        );
    }
  });

  test('R851 of two who set the hours of two lenders at the same instant, neither takes away what the other stored', async () => {
    const { env } = await running();
    const hours = ['America/Chicago', '08:00-21:00', 'closed', 'closed'];
    const [first, second] = lists.lenders;
    for (let round = 0; round < roundsOf(10); round++) {
      const note = `round ${round}`;
      const set = (lender: string) => run('settings', env, 'lender', lender, ...hours, '--note', note);
      expect((await Promise.all([set(first), set(second)])).map(({ code }) => code)).toEqual([0, 0]);
      const lenders = (await run('settings', env)).out.split('\n').filter((line) => line.startsWith('lender '));
      expect(
        lenders.filter((line) => line.endsWith(note)),
        note,
      ).toHaveLength(2);
    }
  });

  test('R19 npm run settings ends the shared codes, and not while no dealership has its own', async () => {
    const { portal, env } = await running();
    const refused = await run('settings', env, 'shared-code', 'off');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('npm run codes -- issue --dealership') });
    expect((await portal.open(portal.shared.code)).status).toBe(200);
    const own = await portal.ownCode(dealer.name);
    const off = await run('settings', env, 'shared-code', 'off');
    expect(off.out).toBe('Shared codes that were ended: 1\ntext-agent on\nshared-code off\n');
    expect((await portal.open(portal.shared.code)).status).toBe(401);
    expect((await portal.open(own)).status).toBe(200);
    expect(await run('codes', env, 'issue')).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm run settings -- shared-code on'),
    });
    expect((await run('settings', env, 'shared-code', 'on')).out).toContain('shared-code on');
    const issued = await run('codes', env, 'issue');
    expect((await portal.open(issued.out.split('\n')[0] ?? '')).status).toBe(200);
    await portal.context.codes.revoke({ number: 2 });
    expect((await run('settings', env, 'shared-code', 'off')).code).toBe(1);
    expect((await run('settings', env, 'shared-code', 'off', '--force')).out).toContain('ended: 1');
  });

  test('npm run alerts lists what was raised, about which request, and what became of it', async () => {
    const { portal, env } = await running();
    const { storage, agentRequests } = portal.context;
    const id = await portal.ask(await portal.sessionFor(portal.shared.code));
    const request = await agentRequests.find(id);
    const at = new Date('2026-11-21T21:06:00.000Z');
    await storage.transaction(async (trx) => {
      await raiseAlert(trx, { kind: 'not-accepted', requestId: id, at });
      await raiseAlert(trx, { kind: 'wrong-codes', about: 'now', count: 7, at: new Date(at.getTime() - 60_000) });
    });
    expect((await run('alerts', env, '--limit', '1')).out).toMatch(
      new RegExp(
        `^RAISED +WHAT +ABOUT +SENT\n2026-11-21 16:06 EST +not-accepted +${request?.reference} +not yet: the server sends\n$`,
      ),
    );
    await portal.context.alerts.sweep();
    const { out } = await run('alerts', env);
    expect(out).toMatch(/16:05 EST +wrong-codes \(7\) +to nobody: neither mail nor ALERT_PHONE can be used\n$/);
    expect(await run('alerts', env, '--limit', 'all')).toMatchObject({ code: 2, out: '' });
  });

  test('R24 npm run requests lists requests with their history', async () => {
    const { portal, env } = await running();
    expect((await run('requests', env)).out).toBe('There is no agent request.\n');
    const clear = '\u001b[2J\u202e';
    const id = await portal.ask(await portal.sessionFor(portal.shared.code), {
      additionalInfo: `Two\n${clear}signers`,
    });
    const { db } = portal.context.storage;
    const stored = await db.selectFrom('agent_requests').select('additional_info').executeTakeFirst();
    expect(stored?.additional_info).toBe('Two\n[2Jsigners');
    // A row from before such marks were removed.
    await db
      .updateTable('agent_requests')
      .set({ additional_info: `Two\n${clear}signers` })
      .execute();
    await portal.agent((await portal.linksOf(id))['Marlow Finch'] ?? '', 'accept');
    const { out } = await run('requests', env);
    expect(out).toContain(dealer.name);
    expect(out).toContain('accepted: Marlow Finch');
    expect(out).not.toContain(clear);
    const document = (await run('requests', env, '--json', '--running')).out;
    expect(document).not.toContain('\u202e');
    const json = JSON.parse(document);
    expect(json.additional_info).toBe(`Two\n${clear}signers`);
    expect(json).toMatchObject({ id, state: 'accepted', accepted_by: 'Marlow Finch' });
    expect(json.history.map(({ kind }: { kind: string }) => kind)).toEqual(['stored', 'not-texted', 'accepted']);
  });

  test('R35 npm run requests -- --csv has how each request ended, and when each step was', async () => {
    const { portal, env } = await running();
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token, { additionalInfo: '=1+1; two signers' });
    const marlow = (await portal.linksOf(id))['Marlow Finch'] ?? '';
    await portal.agent(marlow, 'accept');
    await portal.agent(marlow, 'done', {
      disposition: 'approved_not_signed',
      note: 'Back on Monday, card 4111 1111 1111 1111',
    });
    const { out } = await run('requests', env, '--csv');
    const [head, line, ...more] = out.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(more).toEqual([]);
    const cellsOf = (row = '') => row.slice(1, -1).split('","');
    const cells = Object.fromEntries(cellsOf(head).map((name, index) => [name, cellsOf(line)[index]]));
    const found = await portal.context.agentRequests.find(id);
    expect(cells).toMatchObject({
      reference: found?.reference,
      dealership: dealer.name,
      additional_info: "'=1+1; two signers",
      state: 'accepted',
      disposition: 'Approved but not signed',
      accepted_by: 'Marlow Finch',
      created_at: found?.created_at,
      accepted_at: found?.accepted_at,
      connected_at: '',
      closing_at: found?.closing_at,
      ended_at: '',
    });
    expect(cells['closing_note']).toMatch(/^Back on Monday, card /);
    expect(out).not.toContain('4111 1111');
    expect(await run('requests', env, '--csv', '--json')).toMatchObject({ code: 2, out: '' });
  });
});
