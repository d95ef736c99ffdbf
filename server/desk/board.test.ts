/** The deal board through its endpoints: what a finance manager sees and does, step by step, and what the dealer's card says. */
import { describe, expect, it } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { boardPath, deskRequestsPath, reopenForMs } from '#contract/desk/board.ts';
import type { Board, FoundRequests } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { dealer } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { blankRequests } from '../requests/store-retention.ts';

const stepPath = (id: string, step: string) => `${deskRequestsPath}/${id}/${step}`;

eachEngine((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const token = await server.sessionFor(server.shared.code);
    const ana = await server.signInAs('agent', { name: 'Ana Ruiz' });
    const ben = await server.signInAs('agent', { name: 'Ben Cole' });
    const record = async (id: string, who = ana) =>
      (await server.desk('GET', `${deskRequestsPath}/${id}`, { cookie: who.cookie })).json<RequestRecord>();
    const step = async (id: string, name: string, who = ana, body: object = {}) => {
      const answer = await server.desk('POST', stepPath(id, name), { cookie: who.cookie, body });
      return {
        status: answer.status,
        text: answer.text,
        record: [200, 409].includes(answer.status) ? answer.json<RequestRecord>() : null,
      };
    };
    const board = async (who = ana) => (await server.desk('GET', boardPath, { cookie: who.cookie })).json<Board>();
    return { ...server, clock, token, ana, ben, record, step, board };
  }

  describe('R83 the deal board', () => {
    it('shows a request from its ring to its disposition, and the card says the same', async () => {
      const { ask, token, record, step, board, view, ana, ben, clock } = await start();
      const id = await ask(token);
      expect((await board()).waiting).toMatchObject([{ id, stage: null, dealershipName: dealer.name, mine: false }]);
      expect(await record(id)).toMatchObject({
        dealerPhone: dealer.phone,
        additionalInfo: 'Customer is in the chair',
        sheet: null,
        can: { accept: true, decline: true, connected: false, done: false, editDeal: false },
      });

      clock.advance(1000);
      const accepted = await step(id, 'accept');
      expect(accepted).toMatchObject({
        status: 200,
        record: { stage: 'accepted', mine: true, acceptedBy: 'Ana Ruiz' },
      });
      expect(accepted.record?.sheet?.version).toBe(0);
      expect(await view(token, id)).toMatchObject({ state: 'accepted', acceptedBy: 'Ana Ruiz' });
      expect(await step(id, 'accept', ben)).toMatchObject({
        status: 409,
        record: { acceptedById: ana.personId, mine: false },
      });

      expect(await step(id, 'signing')).toMatchObject({ status: 409, record: { stage: 'accepted' } });
      expect(await step(id, 'connected')).toMatchObject({ status: 200, record: { stage: 'connected' } });
      expect(await step(id, 'signing')).toMatchObject({
        status: 200,
        record: { stage: 'signing', can: { undoConnected: false } },
      });
      expect(await view(token, id)).toMatchObject({ state: 'connected', signingAt: clock.now().toISOString() });
      expect(await step(id, 'undo-signing')).toMatchObject({ status: 200, record: { stage: 'connected' } });
      expect(await step(id, 'signing')).toMatchObject({ status: 200 });

      const patch = {
        dmsDealNumber: 'D-118',
        stockNumber: 'S 4',
        lender: 'Harborline, SSN 123-45-6789',
        products: ['gap', 'vsc', 'gap'],
        vehicle: 'used',
        minutes: 35,
        note: 'Card 4111 1111 1111 1111 was read out',
        notBilledReason: 'A test of the store',
      };
      const done = await step(id, 'done', ana, { disposition: 'contracted_lease', deal: { version: 0, patch } });
      expect(done).toMatchObject({
        status: 200,
        record: {
          stage: 'done',
          closing: { as: 'done' },
          deal: {
            version: 1,
            dmsDealNumber: 'D-118',
            stockNumber: 'S 4',
            lender: 'Harborline, SSN [Social Security number removed]',
            products: ['gap', 'vsc'],
            vehicle: 'used',
            minutes: 35,
            note: 'Card [card number removed] was read out',
            notBilledReason: 'A test of the store',
          },
        },
      });
      expect((await board()).running).toMatchObject([{ id, stage: 'done' }]);
      clock.advance(requestTimings.takeBackForMs);
    });

    it('puts who waits longest first, and what ended last first among the finished', async () => {
      const { ask, token, step, board, clock, context } = await start();
      const ids: string[] = [];
      for (let count = 0; count < 4; count++) {
        ids.push(await ask(token));
        clock.advance(1000);
      }
      for (const id of ids.slice(0, 2)) {
        await step(id, 'accept');
        await step(id, 'done', undefined, { disposition: 'help_only' });
        clock.advance(requestTimings.takeBackForMs);
        await context.agentRequests.sweep();
      }
      const shown = await board();
      expect(shown.waiting.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(shown.finished.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
      expect(shown.people.map(({ name }) => name)).toContain('Ana Ruiz');
    });
  });

  describe('R84 a request is given on', () => {
    it('to one person first, with what the next one must know, and to everybody a minute later', async () => {
      const { ask, token, step, view, ana, ben, clock, context, historyOf } = await start();
      const id = await ask(token);
      clock.advance(1000);
      await step(id, 'accept');
      await step(id, 'connected');
      clock.advance(1000);
      const facts = {
        stage: 'connected',
        lender: 'Harborline',
        products: ['gap'],
        openStipulations: 'Proof of insurance',
        promised: 'A call back, SSN 123-45-6789',
      };
      expect((await step(id, 'hand-off', ana, { ...facts, to: ana.personId })).status).toBe(422);
      const handed = await step(id, 'hand-off', ana, { ...facts, to: ben.personId });
      expect(handed).toMatchObject({
        status: 200,
        record: {
          stage: null,
          waitsFor: 'Ben Cole',
          handOff: {
            ...facts,
            promised: 'A call back, SSN [Social Security number removed]',
            from: 'Ana Ruiz',
            to: 'Ben Cole',
          },
        },
      });
      expect(await view(token, id)).toMatchObject({ acceptedBy: null, handedBackBy: 'Ana Ruiz', waitsFor: 'Ben Cole' });
      await context.agentRequests.sweep();
      expect((await context.agentRequests.find(id))?.waits_for).toBe('Ben Cole');
      clock.advance(60_000);
      await context.agentRequests.sweep();
      expect(await view(token, id)).toMatchObject({ acceptedBy: null, handedBackBy: 'Ana Ruiz', waitsFor: null });
      expect(await step(id, 'accept', ben)).toMatchObject({ status: 200, record: { stage: 'accepted', mine: true } });
      expect(await view(token, id)).toMatchObject({ state: 'accepted', acceptedBy: 'Ben Cole' });
      expect((await historyOf(id)).filter((event) => /^(?:handed|asked)/.test(event))).toEqual([
        'handed-off: Ana Ruiz to Ben Cole',
        'asked-everybody: Ben Cole',
      ]);
    });

    it('to everybody at once when the one whom it is for says no', async () => {
      const { ask, token, step, ana, ben, clock } = await start();
      const id = await ask(token);
      clock.advance(1000);
      await step(id, 'accept');
      clock.advance(1000);
      await step(id, 'hand-off', ana, { ...nothingTold, to: ben.personId });
      clock.advance(1000);
      expect(await step(id, 'decline', ben)).toMatchObject({
        status: 200,
        record: { waitsFor: null, nobodyLeftAt: null },
      });
    });
  });

  describe('R85 a request is opened again', () => {
    it('for a day after its end, with a new view token, and the old links stay dead', async () => {
      const { ask, ownCode, sessionFor, current, agent, linksOf, call, step, signInAs, clock, context } = await start();
      const token = await sessionFor(await ownCode(dealer.name));
      const id = await ask(token);
      const before = await current(token);
      const { 'Marlow Finch': link = '' } = await linksOf(id);
      await agent(link, 'accept');
      await agent(link, 'done');
      clock.advance(requestTimings.takeBackForMs);
      await context.agentRequests.sweep();
      expect(await current(token)).toBeNull();

      clock.advance(reopenForMs - requestTimings.takeBackForMs);
      clock.advance(requestTimings.takeBackForMs - 1);
      const ben = await signInAs('agent', { name: 'Ben Okafor' });
      const opened = await step(id, 'reopen', ben);
      expect(opened).toMatchObject({ status: 200, record: { stage: 'accepted', mine: true, disposition: null } });
      const again = await sessionFor(await ownCode(dealer.name));
      const now = await current(again);
      expect(now).toMatchObject({ request: { id, acceptedBy: 'Ben Okafor', state: 'accepted' } });
      expect(now?.viewToken).not.toBe(before?.viewToken);
      expect((await call('GET', `/api/portal/requests/${id}`, before?.viewToken)).status).toBe(401);
      expect((await agent(link)).status).toBe(401);
      expect((await agent(link, 'take-over')).status).toBe(401);
    });

    it('no more after a day', async () => {
      const { ask, token, step, signInAs, clock, context } = await start();
      const id = await ask(token);
      await step(id, 'accept');
      await step(id, 'done', undefined, { disposition: 'test' });
      clock.advance(requestTimings.takeBackForMs);
      await context.agentRequests.sweep();
      clock.advance(reopenForMs);
      expect(await step(id, 'reopen', await signInAs('agent'))).toMatchObject({
        status: 409,
        record: { state: 'done', can: { reopen: false } },
      });
    });
  });

  it('R1213 says whether the time zone of the store is known', async () => {
    const { ask, token, step, record, board } = await start();
    const id = await ask(token);
    expect((await board()).waiting).toMatchObject([{ id, isZoneKnown: false }]);
    expect(await record(id)).toMatchObject({ isZoneKnown: false });
    await step(id, 'accept');
    await step(id, 'sheet', undefined, { version: 0, patch: { timeZone: 'America/Denver' } });
    expect((await board()).running).toMatchObject([{ id, isZoneKnown: true, dealershipZone: 'America/Denver' }]);
    expect(await record(id)).toMatchObject({ isZoneKnown: true });
  });

  it('R1266 tells of a dealership that is renamed, closed and removed while its request runs', async () => {
    const { ask, token, record, context } = await start();
    const id = await ask(token);
    const { dealershipId } = await record(id);
    const now = async () => (await record(id)).dealershipNow;
    expect(await now()).toEqual({ name: dealer.name, closedAt: null, removedAt: null });
    await context.dealerships.edit(null, { id: dealershipId }, { name: 'Kennebec Chrysler' });
    expect(await now()).toMatchObject({ name: 'Kennebec Chrysler', closedAt: null });
    await context.dealerships.close(null, { id: dealershipId });
    expect(await now()).toMatchObject({ closedAt: expect.any(String), removedAt: null });
    await context.dealerships.remove(null, dealershipId);
    expect(await now()).toMatchObject({ removedAt: expect.any(String) });
    expect((await record(id)).dealershipName).toBe(dealer.name);
    await context.storage.transaction((trx) => blankRequests(trx, [id], new Date().toISOString()));
    expect(await now()).toBeUndefined();
  });

  describe('R86 what is known of a store and a deal', () => {
    it('is edited by version: the later of two reads what changed, and nothing is lost', async () => {
      const { ask, token, step, record, ana, ben, clock } = await start();
      const id = await ask(token);
      expect((await step(id, 'sheet', ana, { version: 0, patch: { dms: 'X' } })).status).toBe(409);
      await step(id, 'accept');
      const first = await step(id, 'sheet', ana, {
        version: 0,
        patch: { creditPortal: 'RouteOne', timeZone: 'America/Denver' },
      });
      expect(first).toMatchObject({ status: 200, record: { dealershipZone: 'America/Denver' } });
      const late = await step(id, 'sheet', ben, { version: 0, patch: { creditPortal: 'Dealertrack' } });
      expect(late).toMatchObject({
        status: 409,
        record: {
          sheet: {
            version: 1,
            fields: {
              creditPortal: { value: 'RouteOne', changedBy: 'Ana Ruiz', changedAt: clock.now().toISOString() },
            },
          },
        },
      });
      expect((await step(id, 'sheet', ben, { version: 1, patch: { creditPortal: 'Fax' } })).status).toBe(422);
      expect((await step(id, 'sheet', ben, { version: 1, patch: { timeZone: 'Mars/Base' } })).status).toBe(422);
      await step(id, 'sheet', ben, { version: 1, patch: { whoSigns: 'Kim, SSN 123-45-6789', docFee: '$499' } });
      expect((await record(id)).sheet?.fields).toMatchObject({
        whoSigns: { value: 'Kim, SSN [Social Security number removed]' },
        docFee: { value: '$499', changedBy: 'Ben Cole' },
        creditPortal: { value: 'RouteOne' },
        timeZone: { value: 'America/Denver' },
      });
      expect(await step(id, 'deal', ana, { version: 0, patch: { lender: 'One' } })).toMatchObject({ status: 200 });
      expect(await step(id, 'deal', ben, { version: 0, patch: { lender: 'Two' } })).toMatchObject({
        status: 409,
        record: { deal: { version: 1, lender: 'One' } },
      });
      // A request cannot be closed with an outdated version of its deal either.
      const done = { disposition: 'help_only', deal: { version: 0, patch: { lender: 'Three' } } };
      expect(await step(id, 'done', ana, done)).toMatchObject({
        status: 409,
        record: { stage: 'accepted', closing: null },
      });
    });

    it('R1170 writes of a deal only what a form has changed, into the history and the audit log too', async () => {
      const { ask, token, step, ana, record, historyOf, context } = await start();
      const id = await ask(token);
      await step(id, 'accept');
      const form = {
        dmsDealNumber: null,
        stockNumber: null,
        products: [],
        vehicle: null,
        note: '',
        notBilledReason: null,
      };
      const changed = { ...form, lender: 'Ally', minutes: 35 };
      expect(
        await step(id, 'deal', ana, { version: 0, patch: { ...form, lender: null, minutes: null } }),
      ).toMatchObject({
        status: 200,
        record: { deal: { version: 0 } },
      });
      await step(id, 'deal', ana, { version: 0, patch: changed });
      await step(id, 'deal', ana, { version: 1, patch: { ...changed, products: ['gap'], lender: ' Ally ' } });
      await step(id, 'done', ana, {
        disposition: 'help_only',
        deal: { version: 2, patch: { ...changed, products: ['gap'] } },
      });
      expect((await record(id)).deal).toMatchObject({ version: 2, lender: 'Ally', minutes: 35, products: ['gap'] });
      expect((await historyOf(id)).filter((event) => event.startsWith('deal'))).toEqual([
        'deal: Ana Ruiz: lender, minutes',
        'deal: Ana Ruiz: products',
      ]);
      const audited = context.storage.db
        .selectFrom('audit_entries')
        .select('detail')
        .where('action', '=', 'deal-edited');
      expect((await audited.orderBy('seq').execute()).map(({ detail }) => JSON.parse(detail ?? ''))).toEqual([
        { fields: ['lender', 'minutes'] },
        { fields: ['products'] },
      ]);
    });

    it('keeps who ticked an item of the jacket first, and when', async () => {
      const { ask, token, step, ana, ben, clock } = await start();
      const id = await ask(token);
      await step(id, 'accept');
      await step(id, 'jacket', ana, { item: 'menu', ticked: true });
      const at = clock.now().toISOString();
      clock.advance(5000);
      const again = await step(id, 'jacket', ben, { item: 'menu', ticked: true });
      expect(again.record?.jacket.find(({ item }) => item === 'menu')).toEqual({
        item: 'menu',
        label: 'Signed menu',
        tickedAt: at,
        tickedBy: 'Ana Ruiz',
      });
      const without = await step(id, 'jacket', ben, { item: 'menu', ticked: false });
      expect(without.record?.jacket.every(({ tickedAt }) => tickedAt === null)).toBe(true);
      expect((await step(id, 'jacket', ben, { item: 'nothing', ticked: true })).status).toBe(422);
    });
  });

  describe('R901 a tick of the jacket that arrives late', () => {
    it('does not take the place of a later change of the same item, and leaves other items to be ticked', async () => {
      const { ask, token, step, record, ana, ben } = await start();
      const id = await ask(token);
      await step(id, 'accept');
      const menuOf = async () => (await record(id)).jacket.find(({ item }) => item === 'menu')?.tickedBy;
      const { version: seen } = await record(id);
      // Ana’s tick waits on its way while Ben ticks the item and takes the tick away.
      await step(id, 'jacket', ben, { item: 'menu', ticked: true, seen });
      await step(id, 'jacket', ben, { item: 'menu', ticked: false, seen: (await record(id)).version });
      expect((await step(id, 'jacket', ana, { item: 'menu', ticked: true, seen })).status).toBe(409);
      expect(await menuOf()).toBeNull();
      expect((await step(id, 'jacket', ana, { item: 'title', ticked: true, seen })).status).toBe(200);
      // Once she has seen it, her tick counts; and one that arrives twice is answered as stored.
      const { version } = await record(id);
      expect((await step(id, 'jacket', ana, { item: 'menu', ticked: true, seen: version })).status).toBe(200);
      expect((await step(id, 'jacket', ana, { item: 'menu', ticked: true, seen: version })).status).toBe(200);
      expect(await menuOf()).toBe('Ana Ruiz');
    });
  });

  describe('R87 calls and earlier requests', () => {
    it('logs a call once for its id, masked, beside the requests of its dealership', async () => {
      const { desk, ana, ben, record, board, ask, token, clock, context } = await start();
      const [dealership] = (await desk('GET', '/api/desk/dealership-names', { cookie: ana.cookie }))
        .json<{ id: string; name: string }[]>()
        .filter(({ name }) => name === dealer.name);
      const id = context.mintId();
      const body = {
        id,
        dealershipId: dealership?.id,
        requestType: 'custom_request',
        note: 'SSN 123-45-6789',
        disposition: 'help_only',
        minutes: 4,
      };
      const log = (who: { cookie: string }, change: object = {}) =>
        desk('POST', '/api/desk/calls', { cookie: who.cookie, body: { ...body, ...change } });
      expect((await log(ana)).status).toBe(200);
      expect((await log(ana)).json<RequestRecord>()).toMatchObject({
        kind: 'call',
        acceptedBy: 'Ana Ruiz',
        additionalInfo: 'SSN [Social Security number removed]',
        deal: { minutes: 4 },
      });
      expect((await log(ana, { minutes: 5 })).status).toBe(409);
      expect((await log(ben)).status).toBe(409);
      expect((await log(ana, { id: context.mintId(), dealershipId: 'gone' })).status).toBe(422);
      expect((await board()).finished).toMatchObject([{ id, kind: 'call' }]);
      clock.advance(1000);
      const requestId = await ask(token);
      expect((await record(requestId)).earlier).toMatchObject([{ id, kind: 'call', minutes: 4 }]);
    });

    it('R1082 leaves what another dealership of the same name may have asked out of a dealership’s requests', async () => {
      const { ask, token, clock, context } = await start();
      const id = await ask(token);
      const { dealership_id: dealership, created_at: asked } =
        (await context.agentRequests.find(id)) ?? expect.unreachable();
      for (let count = 0; count < 10; count += 1) {
        clock.advance(60_000);
        const other = await ask(token);
        await context.storage.db.updateTable('agent_requests').set({ same_named: 2 }).where('id', '=', other).execute();
      }
      expect((await context.boards.ofDealership(dealership)).map((one) => one.id)).toEqual([id]);
      expect([...(await context.boards.lastAskedOf([dealership]))]).toEqual([[dealership, asked]]);
    });

    it('R210 finds by reference as it is read out, by dealership, by what was typed, and page by page', async () => {
      const { ask, token, desk, ana, clock, record } = await start();
      const ids: string[] = [];
      for (let count = 0; count < 28; count++) {
        clock.advance(1000);
        ids.unshift(await ask(token));
      }
      const { reference } = await record(ids[3] ?? '');
      const search = async (words: string, cursor = '') => {
        const query = new URLSearchParams({ search: words, ...(cursor && { cursor }) });
        return desk('GET', `${deskRequestsPath}?${query.toString()}`, { cookie: ana.cookie });
      };
      for (const typed of [
        reference,
        reference.toLowerCase().replaceAll('-', ' '),
        reference.slice(3).replaceAll('0', 'o'),
      ]) {
        expect((await search(typed)).json<FoundRequests>().rows.map(({ id }) => id)).toEqual([ids[3]]);
      }
      for (const words of ['', dealer.name.slice(1, 6).toUpperCase()]) {
        const first = (await search(words)).json<FoundRequests>();
        const second = (await search(words, first.cursor ?? '')).json<FoundRequests>();
        expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
        expect(second.cursor).toBeNull();
      }
      expect((await search('100%_no such')).json<FoundRequests>().rows).toEqual([]);
      const noted = await ask(token, { additionalInfo: 'A trade-in with Zürich plates' });
      for (const words of ['zurich', 'plates TRADE-in'])
        expect((await search(words)).json<FoundRequests>().rows.map(({ id }) => id)).toEqual([noted]);
      const both = (await search(dealer.name)).json<FoundRequests>().rows.map(({ id }) => id);
      expect(both).toEqual([...new Set(both)]);
      expect(both).toContain(noted);
      expect((await search('', 'nowhere')).status).toBe(422);
    });
  });

  it('R83 offers a viewer nothing and takes no step of theirs', async () => {
    const { ask, token, signInAs, record, step } = await start();
    const id = await ask(token);
    const viewer = await signInAs('viewer');
    const { can } = await record(id, viewer);
    expect(Object.values(can).some((one) => one)).toBe(false);
    expect((await step(id, 'accept', viewer)).status).toBe(403);
  });

  it('R83 a request that there is not is 404, whatever is done with it', async () => {
    const { desk, ana, context } = await start();
    const id = context.mintId();
    expect((await desk('GET', `${deskRequestsPath}/${id}`, { cookie: ana.cookie })).status).toBe(404);
    for (const step of ['accept', 'reopen', 'done', 'jacket', 'sheet', 'deal']) {
      const body = { version: 0, patch: {}, item: 'menu', ticked: true, disposition: 'test' };
      expect((await desk('POST', stepPath(id, step), { cookie: ana.cookie, body })).status, step).toBe(404);
    }
  });
});
