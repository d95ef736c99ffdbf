/** Tests the settings as the desk changes them. */
import { describe, expect, it } from 'vitest';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { openUntil } from '#contract/desk/settings.ts';
import { listEntries } from '#server/audit/service.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { writeSetting } from './store.ts';
import { readJacket } from './values.ts';

const path = '/api/desk/settings';
const closed = { weekdays: null, saturday: null, sunday: null, note: '' };

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const server = await startDesk(under, { ALERT_PHONE: '+12075550190', ...env });
    const admin = await server.signInAs('admin');
    const view = async () => (await server.desk('GET', path, { cookie: admin.cookie })).json() as SettingsView;
    const post = (name: string, body: object, cookie = admin.cookie) =>
      server.desk('POST', `${path}/${name}`, { body, cookie });
    const entries = async () => {
      const { audit, storage } = server.context;
      await audit.flush();
      return listEntries(storage.db, { action: 'setting-changed' }, { cursor: undefined, limit: 50 });
    };
    return { ...server, admin, view, post, entries };
  }

  describe('R139 a setting', () => {
    it('of a version that somebody else has changed is not overwritten, and is shown as it stands', async () => {
      const { view, post, entries, admin } = await running();
      const { version } = (await view()).jacket;
      const rounds = roundsOf(8);
      for (let round = 0; round < rounds; round++) {
        const seen = (await view()).jacket.version;
        const answers = await Promise.all(
          ['Title', 'Payoff', 'Menu'].map((label) => post('jacket', { version: seen, items: [{ item: null, label }] })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        const won = answers.find(({ status }) => status === 200)?.json() as SettingsView;
        const lost = answers.find(({ status }) => status === 409)?.json() as SettingsView;
        expect(lost.jacket.items).toEqual(won.jacket.items);
      }
      expect((await view()).jacket.version).toBe(version + rounds);
      const written = await entries();
      expect(written).toHaveLength(rounds);
      expect(written[0]).toMatchObject({ by_id: admin.personId, about: [{ kind: 'setting', id: 'jacket' }] });
    });

    it('R809 is changed once by two commands that say the same at the same instant, and is in the audit log once', async () => {
      const mailed = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@x.example', MAIL_TO: 'b@x.example' };
      const { context, entries } = await running({ ...mailed, PUBLIC_URL: 'https://x.example' });
      const { settings } = context;
      const who = { by: null };
      const [lender = ''] = (await settings.view()).lenderHours.lenders;
      const sayings: Record<string, (round: number) => Promise<unknown>> = {
        'text-agent': (round) => settings.setTextAgent(round % 2 === 1, who),
        'shared-code': (round) => settings.setSharedCode(round % 2 === 1, true, who),
        'alert-recipients': (round) =>
          settings.setAlertRecipients([{ kind: 'mail', value: `r${round}@x.example` }], who),
        'lender-hours': (round) =>
          settings.setHoursOfLender({ lender, zone: 'America/Chicago', ...closed, note: `Note ${round}` }, who),
      };
      const rounds = roundsOf(6);
      for (const [name, say] of Object.entries(sayings)) {
        const before = (await entries()).length;
        for (let round = 0; round < rounds; round++) {
          const outcomes = await Promise.all([say(round), say(round)]);
          expect(outcomes, name).toEqual([
            expect.objectContaining({ kind: 'done' }),
            expect.objectContaining({ kind: 'done' }),
          ]);
        }
        expect((await entries()).length - before, name).toBe(rounds);
      }
    });

    it('R799 that is told what it is already is neither refused nor in the audit log', async () => {
      const { env } = await startFakeSms();
      const { context, entries } = await running({ ...env, SMTP_URL: '', PUBLIC_URL: 'https://x.example' });
      const { settings, shift, storage } = context;
      const who = { by: null };
      await storage.db.deleteFrom('settings').where('name', '=', 'text-agent').execute();
      expect(await settings.setTextAgent(false, who)).toEqual({ kind: 'done' });
      expect(await settings.setAlertRecipients([], who)).toEqual({ kind: 'done' });
      expect(await settings.setSharedCode(true, false, who)).toEqual({ kind: 'done' });
      expect(await settings.setJacket((await settings.view()).jacket.items, who)).toEqual({ kind: 'done' });
      expect(await entries()).toEqual([]);

      await shift.add({ name: 'Rowan Vale', phone: '+12075550131', mail: null });
      expect(await settings.setTextAgent(true, who)).toEqual({ kind: 'done' });
      expect(await settings.setSharedCode(false, true, who)).toMatchObject({ kind: 'done' });
      for (const { name } of await shift.list()) await shift.set(name, false);
      expect((await settings.view()).textAgent.nobodyReached).not.toBeNull();
      expect(await settings.setTextAgent(true, who)).toEqual({ kind: 'done' });
      expect(await settings.setSharedCode(false, false, who)).toEqual({ kind: 'done', count: 0 });
      expect(await entries()).toHaveLength(2);
    });

    it('is for admins alone', async () => {
      const { signInAs, desk, post } = await running();
      const manager = await signInAs('manager');
      expect((await desk('GET', path, { cookie: manager.cookie })).status).toBe(403);
      expect((await post('text-agent', { version: 0, on: false }, manager.cookie)).status).toBe(403);
    });

    it('R1222 says who hears of alerts beside the environment, and refuses what is no address by its name', async () => {
      const { view, post } = await running();
      const { alertRecipients } = await view();
      expect(alertRecipients.environment).toEqual([{ kind: 'phone', value: '+12075550190' }]);
      const { version } = alertRecipients;
      const bad = await post('alert-recipients', { version, recipients: [{ kind: 'mail', value: 'nobody' }] });
      const text = '“nobody” is neither a mail address nor a telephone number. Nothing was changed.';
      expect(bad).toMatchObject({ status: 422, text });
      const twice = [
        { kind: 'phone', value: '(207) 555-0131' },
        { kind: 'phone', value: '207 555 0131' },
      ];
      const good = await post('alert-recipients', {
        version,
        recipients: [...twice, { kind: 'mail', value: 'ida@boxline.example' }],
      });
      expect((good.json() as SettingsView).alertRecipients.further).toEqual([
        { kind: 'phone', value: '+12075550131' },
        { kind: 'mail', value: 'ida@boxline.example' },
      ]);
    });

    it('for Text Agent stays off while a request would reach nobody by text or mail, and says why', async () => {
      const { view, post } = await running({ SMTP_URL: '' });
      const { textAgent } = await view();
      // The test's server has Text Agent switched on by force.
      expect(textAgent).toMatchObject({ on: true, nobodyReached: expect.stringContaining('SMTP_URL') });
      const off = await post('text-agent', { version: textAgent.version, on: false });
      const { version } = (off.json() as SettingsView).textAgent;
      const answer = await post('text-agent', { version, on: true });
      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(
        /^Text Agent stays off: a request would reach nobody by text or mail\. There is neither/,
      );
    });

    it('for shared codes ends them only while a dealership has a code of its own, or when it is forced', async () => {
      const { view, post, context } = await running();
      await context.codes.issue(null, null);
      const { version } = (await view()).sharedCode;
      expect((await post('shared-code', { version, on: false, force: false })).status).toBe(422);
      expect((await context.codes.list()).filter(({ revoked_at }) => revoked_at === null)).not.toEqual([]);
      const forced = await post('shared-code', { version, on: false, force: true });
      expect((forced.json() as SettingsView).sharedCode).toMatchObject({ on: false, anyOwnCode: false });
      expect((await post('shared-code', { version, on: true, force: false })).status).toBe(409);
      expect((await context.codes.list()).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
    });

    it('for lenders takes names of the brand, real zones, and hours that begin before they end', async () => {
      const { view, post, desk, signInAs } = await running();
      const { version, lenders } = (await view()).lenderHours;
      const [lender = ''] = lenders;
      const hours = (more: object) => [{ lender, zone: 'America/Chicago', ...closed, ...more }];
      expect((await post('lender-hours', { version, hours: hours({ lender: 'Nobody' }) })).status).toBe(422);
      expect((await post('lender-hours', { version, hours: hours({ zone: 'Mars/Olympus' }) })).status).toBe(422);
      const late = { weekdays: { from: '21:00', until: '08:00' } };
      expect((await post('lender-hours', { version, hours: hours(late) })).status).toBe(422);
      const good = hours({ weekdays: { from: '08:00', until: '21:00' } });
      expect((await post('lender-hours', { version, hours: good })).status).toBe(200);
      const viewer = await signInAs('viewer');
      expect((await desk('GET', '/api/desk/lender-hours', { cookie: viewer.cookie })).json()).toEqual({ hours: good });
    });
  });

  describe('R790 a lender that has left the brand', () => {
    async function withGone() {
      const server = await running();
      const { version, lenders } = (await server.view()).lenderHours;
      const [lender = '', other = ''] = lenders;
      const open = { zone: 'America/Chicago', ...closed, weekdays: { from: '08:00', until: '21:00' } };
      const gone = { lender: 'Old Mill Bank', ...open };
      const kept = { lender, ...open };
      const { storage, now } = server.context;
      await storage.transaction((trx) =>
        writeSetting(trx, 'lender-hours', JSON.stringify([gone, kept]), now().toISOString()),
      );
      return { ...server, version: version + 1, gone, kept, added: { lender: other, ...open } };
    }

    it('has no hours at the desk any more, and the hours of the others can be saved', async () => {
      const { view, post, desk, admin, version, kept, added } = await withGone();
      expect((await view()).lenderHours).toMatchObject({ version, hours: [kept] });
      const listed = await desk('GET', '/api/desk/lender-hours', { cookie: admin.cookie });
      expect(listed.json()).toEqual({ hours: [kept] });
      const saved = await post('lender-hours', { version, hours: [kept, added] });
      expect((saved.json() as SettingsView).lenderHours.hours).toEqual([kept, added]);
    });

    it('is left out of what a page sends that was opened before, and no other unknown name is', async () => {
      const { post, version, gone, kept, added } = await withGone();
      const unknown = { ...kept, lender: 'Nobody' };
      expect((await post('lender-hours', { version, hours: [gone, kept, unknown] })).status).toBe(422);
      const saved = await post('lender-hours', { version, hours: [gone, kept, added] });
      expect((saved.json() as SettingsView).lenderHours.hours).toEqual([kept, added]);
    });
  });

  it('R798 a recipient that is sent again after a lost answer is stored once, however it is written', async () => {
    const { view, post } = await running();
    const { version } = (await view()).alertRecipients;
    const first = [
      { kind: 'phone', value: '(207) 555-0131' },
      { kind: 'mail', value: 'ida@boxline.example' },
    ];
    const stored = (await post('alert-recipients', { version, recipients: first })).json() as SettingsView;
    const { further } = stored.alertRecipients;
    const again = [
      ...further,
      { kind: 'phone', value: '207 555 0131' },
      { kind: 'mail', value: 'Ida@boxline.example' },
    ];
    const answer = await post('alert-recipients', { version: version + 1, recipients: again });
    expect(answer.status).toBe(200);
    expect((answer.json() as SettingsView).alertRecipients.further).toEqual(further);
  });

  it('R139 shows the words of an earlier tick when its item was renamed and retired since', async () => {
    const { context, post, view } = await running();
    const { storage } = context;
    const { jacketOf } = await import('#server/requests/jacket.ts');
    const tick = { request_id: 'r', item: 'menu', label: 'Signed menu', ticked_at: '2026-11-21T21:00:00.000Z' };
    const { version, items } = (await view()).jacket;
    const renamed = items.map((one) => (one.item === 'menu' ? { ...one, label: 'Menu, both pages' } : one));
    const { status } = await post('jacket', { version, items: renamed });
    expect(status).toBe(200);
    const { jacketItems } = await import('#server/requests/jacket.ts');
    const ticks = [{ ...tick, ticked_by: 'Ida', person_id: 'p' }];
    const shown = jacketOf(await jacketItems(storage.db), ticks).find(({ item }) => item === 'menu');
    expect(shown).toMatchObject({ label: 'Signed menu', tickedBy: 'Ida' });
    await post('jacket', { version: version + 1, items: renamed.filter(({ item }) => item !== 'menu') });
    expect((await view()).jacket.retired).toEqual([{ item: 'menu', label: 'Menu, both pages' }]);
    expect(jacketOf(await jacketItems(storage.db), ticks).at(-1)).toMatchObject({ item: 'menu', label: 'Signed menu' });
  });
});

describe('R139 a jacket', () => {
  const menu = { item: 'menu', label: 'Menu' };
  const title = { item: 'title', label: 'Title' };
  const now = { items: [menu, title], retired: [] };

  it('gives a new item a name that no other has, and brings a retired one back under its own', () => {
    const added = readJacket(now, [title, { item: null, label: 'Menu!' }]);
    expect(added).toEqual({ items: [title, { item: 'menu_2', label: 'Menu!' }], retired: [menu] });
    if ('refused' in added) throw new Error('it was refused');
    expect(readJacket(added, [menu])).toMatchObject({ items: [menu] });
  });

  it('has items, each with words of its own', () => {
    expect(readJacket(now, [])).toEqual({ refused: 'emptyJacket' });
    for (const label of ['', '  ', 'title'])
      expect(readJacket(now, [title, { item: null, label }])).toEqual({ refused: 'badItem' });
    expect(readJacket(now, [{ item: 'unknown', label: 'x' }])).toEqual({ refused: 'badItem' });
  });
});

describe('R139 a lender’s hours', () => {
  const lender = { lender: 'Alder Auto Finance', zone: 'America/Chicago', ...closed };
  const hours = { ...lender, weekdays: { from: '08:00', until: '21:00' }, saturday: { from: '09:00', until: '24:00' } };

  it.each([
    ['2026-11-20T13:59:00Z', null],
    ['2026-11-20T14:00:00Z', '21:00'],
    ['2026-11-21T02:59:00Z', '21:00'],
    ['2026-11-21T03:00:00Z', null],
    ['2026-11-22T05:59:00Z', '24:00'],
    ['2026-11-22T18:00:00Z', null],
  ])('at %s are open until %s on its clock', (at, until) => {
    expect(openUntil(hours, new Date(at))).toBe(until);
  });
});
