import { describe, expect, it } from 'vitest';
import { board } from '#brand/board.ts';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { mailEnv, recordMails } from '../../tests/support/mails.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { storeSamples } from './samples.ts';
import { createDealerships, nameKeyOf } from './service.ts';

eachEngine((under) => {
  describe('R37 dealerships', () => {
    it('are stored as samples once, however many servers start at the same moment', async () => {
      const storage = await under.openStorage();
      const servers = Array.from({ length: 8 }, () =>
        createDealerships({
          storage,
          audit: { write: () => expect.unreachable('a sample is no entry of the audit log') },
          now: () => new Date(),
          endAccess: async () => {},
        }),
      );
      await Promise.all(servers.map((server) => server.storeSamples()));
      const stored = (await servers[0]?.list()) ?? [];
      expect(stored.map(({ name }) => name)).toEqual(sampleDealerships.map(({ name }) => name).toSorted());
      expect(stored.every(({ sample_at }) => sample_at !== null)).toBe(true);
    });

    it.each([
      ['2026-11-28T01:50:00.000Z', 'America/New_York', '2026-11-27'],
      // A code can be made at once, also where the day is ahead of UTC.
      ['2026-11-28T20:00:00.000Z', 'Pacific/Auckland', '2026-11-28'],
    ])(
      'R905 are samples whose agreement is of no later day than the day of the start, at %s in %s',
      async (at, zone, day) => {
        const storage = await under.openStorage();
        await storeSamples({ storage, now: () => new Date(at), zone });
        const days = await storage.db.selectFrom('dealerships').select('agreement_date').distinct().execute();
        expect(days).toEqual([{ agreement_date: day }]);
      },
    );

    it('are not brought back by a start, whether removed or renamed', async () => {
      const { context } = await startPortal(under);
      const [first, second] = await context.dealerships.list();
      await context.dealerships.remove(null, first?.id ?? '');
      await context.dealerships.edit(null, { id: second?.id ?? '' }, { name: 'Zephyr Motors' });
      await context.dealerships.storeSamples();
      const names = (await context.dealerships.list())
        .filter(({ removed_at }) => removed_at === null)
        .map(({ name }) => name);
      expect(names).toHaveLength(7);
      expect(names).not.toContain(first?.name);
      expect(names).not.toContain(second?.name);
      expect(await context.dealerships.removeSamples(null)).toBe(6);
    });

    it('R972 that are added with the id of a removed one are refused, and nothing is written', async () => {
      const { context } = await startPortal(under);
      const [sample] = await context.dealerships.list();
      const id = sample?.id ?? '';
      await context.dealerships.remove(null, id);
      const before = await context.dealerships.list();
      const refused = await context.dealerships.add(null, { name: 'Zephyr Motors' }, id);
      expect(refused).toEqual({ kind: 'refused', why: 'idTaken' });
      expect(await context.dealerships.list()).toEqual(before);
    });

    it('R355 keep no control characters in their names, addresses and contacts', async () => {
      const { context } = await startPortal(under);
      const [first] = await context.dealerships.list();
      const contact = {
        id: mintId(),
        name: 'Da\u0007na\u202e',
        role: 'GM\u001b[2J',
        phone: '',
        mail: 'dana@store.example',
      };
      const address = '1 Main\u0000 Street\n\u0085Augusta, ME';
      await context.dealerships.edit(
        null,
        { id: first?.id ?? '' },
        { name: 'Har\u0007bor\r\nPoint', address, contacts: [contact] },
      );
      const dealerships = context.storage.db.selectFrom('dealerships').where('id', '=', first?.id ?? '');
      expect(await dealerships.select(['name', 'address']).execute()).toEqual([
        { name: 'Harbor Point', address: '1 Main Street Augusta, ME' },
      ]);
      const contacts = context.storage.db
        .selectFrom('dealership_contacts')
        .where('dealership_id', '=', first?.id ?? '');
      expect(await contacts.select(['name', 'role']).execute()).toEqual([{ name: 'Dana', role: 'GM[2J' }]);
      const emptied = await context.dealerships.edit(null, { id: first?.id ?? '' }, { name: '\u0007\u200b' });
      expect(emptied).toMatchObject({ why: 'badName' });
    });

    it('give no code to one that is removed at the same moment', async () => {
      const { context } = await startPortal(under);
      const all = await context.dealerships.list();
      for (const { id } of all) {
        const [issued] = await Promise.allSettled([
          context.codes.issue(id, null),
          context.dealerships.remove(null, id),
        ]);
        const codes = await context.storage.db
          .selectFrom('access_codes')
          .selectAll()
          .where('dealership_id', '=', id)
          .execute();
        expect(codes.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
        expect(codes).toHaveLength(issued.status === 'fulfilled' ? 1 : 0);
      }
    });

    it('are none of those on the board of the home page', () => {
      const names = sampleDealerships.map(({ name }) => nameKeyOf(name));
      for (const name of board) expect(names).not.toContain(nameKeyOf(name));
    });
  });

  describe('R37 two dealerships of one name', () => {
    async function running() {
      const portal = await startPortal(under);
      const { dealerships } = portal.context;
      const added = await dealerships.add(null, {
        name: `  ${dealer.name.toUpperCase()}`,
        phone: '(207) 555-0188',
        agreementDate: '2026-11-02',
      });
      const twin = added.kind === 'made' ? added.dealership.id : expect.unreachable(added.kind);
      const token = await portal.sessionFor(portal.shared.code);
      const find = async (id: string) =>
        (await portal.context.agentRequests.find(id)) ?? Promise.reject(new Error('none'));
      return { ...portal, twin, token, find };
    }

    it('are told apart by the id that the portal sends', async () => {
      const { open, shared, ask, token, twin, find } = await running();
      const view = (await open(shared.code)).json<{ dealerships: { id: string; name: string }[] }>();
      expect(view.dealerships.map(({ id }) => id)).toContain(twin);
      const id = await ask(token, { dealership_id: twin });
      expect(await find(id)).toMatchObject({ dealership_id: twin, dealer_phone: '(207) 555-0188', same_named: null });
    });

    it('sent by name alone make one request, which is kept and marked, and which nobody takes for the other’s', async () => {
      const { ask, token, find, agent, linksOf, ownCode, context, sessionFor, current, twin, call } = await running();
      const id = await ask(token);
      expect(await find(id)).toMatchObject({ same_named: 2, dealer_phone: null });
      const link = (await linksOf(id))['Marlow Finch'] ?? '';
      expect((await agent(link)).json()).toMatchObject({
        dealershipName: dealer.name,
        dealerPhone: null,
        sameNamed: 2,
      });
      const own = [
        await context.codes.issue(twin, null),
        await context.codes.issue((await find(id)).dealership_id, null),
      ];
      for (const { code } of own) {
        const session = await sessionFor(code);
        expect(await current(session)).toBeNull();
        expect((await call('GET', `/api/portal/requests/${id}`, session)).status).toBe(404);
      }
      expect(ownCode).toBeDefined();
    });

    it('ask as themselves with their own code, whatever name they send', async () => {
      const { context, ask, find, sessionFor, twin } = await running();
      const token = await sessionFor((await context.codes.issue(twin, null)).code);
      expect(await find(await ask(token))).toMatchObject({ dealership_id: twin, same_named: null });
    });

    it('are refused by an id that is not on the list, and by one that is another’s', async () => {
      const { context, press, token, twin, sessionFor } = await running();
      await context.dealerships.remove(null, twin);
      expect((await press(token, { dealership_id: twin })).json()).toMatchObject({ success: false });
      const all = await context.dealerships.list();
      const [one, other] = all.filter(({ removed_at }) => removed_at === null);
      const own = await sessionFor((await context.codes.issue(one?.id ?? '', null)).code);
      expect((await press(own, { dealership_id: other?.id })).json()).toMatchObject({ success: false });
    });
  });

  it('R38 a dealership’s texts and mails have its own zone, and its name in the subject', async () => {
    const sms = await startFakeSms();
    const { mails, mailTransport } = recordMails();
    const at = () => new Date('2026-11-21T21:06:00.000Z');
    const { context, ask, sessionFor, shared } = await startPortal(
      under,
      { ...sms.env, ...mailEnv },
      { now: at, mailTransport },
    );
    const [first] = await context.dealerships.list();
    await context.dealerships.edit(null, { id: first?.id ?? '' }, { zone: 'America/Denver' });
    await ask(await sessionFor(shared.code), { callback_name: 'Dana Whitlock' });
    await context.delivery.runDue();
    expect(sms.texts[0]?.body).toContain(
      `${dealer.name}, Request Agent for Active Deal, 2:06 PM MST. Call ${dealer.phone}.`,
    );
    expect(sms.texts[0]?.body).not.toContain('Dana');
    expect(mails[0]?.subject).toMatch(new RegExp(`^Agent request: ${dealer.name}, BX-`));
    expect(mails[0]?.text).toContain('Sat, Nov 21, 2026, 2:06 PM MST');
    expect(mails[0]?.text, 'R1264 who asks is behind the link').not.toContain('Dana');
  });

  describe('R37 who asks', () => {
    it('is shown to the agent and on the card, once the name was given', async () => {
      const { ask, sessionFor, shared, view, agent, linksOf } = await startPortal(under);
      const token = await sessionFor(shared.code);
      const id = await ask(token, { callback_name: '  Dana\u0000 \n Whitlock ' });
      expect((await view(token, id)).callbackName).toBe('Dana Whitlock');
      expect((await agent((await linksOf(id))['Marlow Finch'] ?? '')).json()).toMatchObject({
        callbackName: 'Dana Whitlock',
      });
      const without = await ask(token, { callback_name: null });
      expect((await view(token, without)).callbackName).toBeNull();
    });

    it('is refused when it is longer than a name, and is part of what makes a press the same', async () => {
      const { press, ask, sessionFor, shared } = await startPortal(under);
      const token = await sessionFor(shared.code);
      expect((await press(token, { callback_name: 'x'.repeat(101) })).json()).toMatchObject({ success: false });
      const id = await ask(token, { callback_name: 'Dana' });
      expect((await press(token, { request_id: id, callback_name: 'Dana' })).json()).toEqual({ success: true });
      expect((await press(token, { request_id: id, callback_name: 'Rae' })).json()).toMatchObject({ success: false });
    });

    it('R43 may give the AnyDesk address with the request, in any spacing, and nothing that is none', async () => {
      const { press, ask, sessionFor, shared, view, historyOf } = await startPortal(under);
      const token = await sessionFor(shared.code);
      const id = await ask(token, { anydesk: '123 456 789' });
      expect((await view(token, id)).anydesk).toBe('123456789');
      expect(await historyOf(id)).toContain('anydesk');
      expect((await press(token, { anydesk: '12 34' })).json()).toMatchObject({ success: false });
    });
  });
});
