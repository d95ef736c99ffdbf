import { describe, expect, it } from 'vitest';
import { agentView, endedView } from '#contract/agent-endpoints.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { requestView } from '#contract/agent-request-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { anydeskPath, cancelPath, requestPath } from '../../tests/support/request-paths.ts';
import { eventsOf } from './store.ts';

const minuteMs = 60_000;
const start = '2026-11-21T21:06:00.000Z';

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock(start);
    const portal = await startPortal(under, env, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    /** What was closed ends. */
    async function passClosing() {
      clock.advance(requestTimings.takeBackForMs);
      await portal.context.agentRequests.sweep();
    }
    return { ...portal, clock, token, id, links: await portal.linksOf(id), passClosing };
  }

  describe('R24 the card of a request', () => {
    it('says what was stored, and nothing that did not happen', async () => {
      const { token, id, view } = await running();
      expect(requestView.parse(await view(token, id))).toMatchObject({
        id,
        state: 'stored',
        dealershipName: dealer.name,
        createdAt: start,
        sentAt: null,
        deliveredAt: null,
        acceptedAt: null,
        expiresAt: '2026-11-21T21:21:00.000Z',
        callAfterMs: 45_000,
        serverNow: start,
      });
    });

    it('says whether the request goes by mail', async () => {
      const without = await running();
      expect(await without.view(without.token, without.id)).toMatchObject({ mailing: false });
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'us@boxline.example' };
      const withMail = await running(mail);
      expect(await withMail.view(withMail.token, withMail.id)).toMatchObject({ mailing: true });
      expect(await withMail.current(withMail.token)).toMatchObject({ request: { mailing: true } });
    });

    it('follows an agent from the acceptance to the end', async () => {
      const { token, id, view, agent, links, clock, historyOf, passClosing } = await running();
      const marlow = links['Marlow Finch'] ?? '';
      clock.advance(20_000);
      expect((await agent(marlow, 'accept')).status).toBe(200);
      expect(await view(token, id)).toMatchObject({
        state: 'accepted',
        acceptedBy: 'Marlow Finch',
        acceptedAt: '2026-11-21T21:06:20.000Z',
      });
      await agent(marlow, 'connected');
      expect(await view(token, id)).toMatchObject({ state: 'connected' });
      expect((await agent(marlow, 'done')).json()).toMatchObject({ state: 'connected', closing: { as: 'done' } });
      await passClosing();
      expect(await view(token, id)).toMatchObject({ state: 'done', closing: null });
      expect((await historyOf(id)).slice(-4)).toEqual([
        'accepted: Marlow Finch',
        'connected: Marlow Finch',
        'closing: done: Marlow Finch: Contracted: retail',
        'done: Marlow Finch: Contracted: retail',
      ]);
    });

    it('expires after fifteen minutes without an agent, and not with one', async () => {
      const first = await running();
      first.clock.advance(15 * minuteMs - 1);
      await first.context.agentRequests.sweep();
      expect(await first.view(first.token, first.id)).toMatchObject({ state: 'stored' });
      first.clock.advance(1);
      await first.context.agentRequests.sweep();
      expect(await first.view(first.token, first.id)).toMatchObject({
        state: 'expired',
        endedAt: '2026-11-21T21:21:00.000Z',
      });
      expect((await first.agent(first.links['Marlow Finch'] ?? '', 'accept')).status).toBe(410);

      const second = await running();
      second.clock.advance(14 * minuteMs);
      await second.agent(second.links['Marlow Finch'] ?? '', 'accept');
      second.clock.advance(30 * minuteMs);
      await second.context.agentRequests.sweep();
      expect(await second.view(second.token, second.id)).toMatchObject({ state: 'accepted' });
    });

    it('is not accepted after its time, although nobody swept yet', async () => {
      const { agent, links, clock } = await running();
      clock.advance(15 * minuteMs);
      const answer = await agent(links['Marlow Finch'] ?? '', 'accept');
      expect(answer.status).not.toBe(200);
    });
  });

  describe('R20 who sees a request', () => {
    it('is the session that made it, and the one that its view token shows', async () => {
      const { token, id, call, current, sessionFor, shared } = await running();
      const mine = await current(token);
      expect(mine?.request.id).toBe(id);
      const viewToken = mine?.viewToken ?? '';
      expect((await call('GET', requestPath(id), viewToken)).json()).toMatchObject({ id });
      const stranger = await sessionFor(shared.code);
      expect(await current(stranger)).toBeNull();
      expect((await call('GET', requestPath(id), stranger)).status).toBe(404);
      expect((await call('GET', requestPath(mintId()), token)).status).toBe(404);
      expect((await call('GET', requestPath('x'), token)).status).toBe(404);
      expect((await call('GET', requestPath(id))).status).toBe(401);
    });

    it('is, for a dealership’s own code, everybody at that dealership', async () => {
      const portal = await startPortal(under);
      const code = await portal.ownCode(dealer.name);
      const id = await portal.ask(await portal.sessionFor(code));
      expect((await portal.current(await portal.sessionFor(code)))?.request.id).toBe(id);
    });

    it('R525 is one’s own before one of a colleague, who asked later with the same code, also in a new session', async () => {
      const clock = testClock();
      const portal = await startPortal(under, {}, { now: clock.now });
      const code = await portal.ownCode(dealer.name);
      const [mine, theirs] = [await portal.sessionFor(code), await portal.sessionFor(code)];
      const id = await portal.ask(mine);
      clock.advance(1000);
      const other = await portal.ask(theirs);
      expect((await portal.current(mine))?.request.id).toBe(id);
      expect((await portal.current(theirs))?.request.id).toBe(other);
      const viewToken = (await portal.current(mine))?.viewToken ?? '';
      const again = (await portal.open(code, undefined, { id, viewToken })).json<{ token: string }>().token;
      expect((await portal.current(again))?.request.id).toBe(id);
      // Who has none of their own sees what the store has.
      expect((await portal.current(await portal.sessionFor(code)))?.request.id).toBe(other);
    });

    it('R600 sees every one of its requests that runs, the newest first, each with its view token', async () => {
      const { token, id, ask, current, call, links, agent, clock } = await running();
      await agent(links['Marlow Finch'] ?? '', 'accept');
      clock.advance(1000);
      const second = await ask(token, { additionalInfo: 'Another customer' });
      const found = await current(token);
      expect(found?.request.id).toBe(second);
      expect(found?.beside?.map(({ request }) => [request.id, request.acceptedBy])).toEqual([[id, 'Marlow Finch']]);
      const viewToken = found?.beside?.[0]?.viewToken ?? '';
      expect((await call('POST', cancelPath(id), viewToken)).status).toBe(200);
    });

    it('R600 goes on with all of them in a new session of the shared code, and takes none from a colleague', async () => {
      const clock = testClock();
      const portal = await startPortal(under, {}, { now: clock.now });
      const { shared, sessionFor, ask, current, open } = portal;
      const token = await sessionFor(shared.code);
      const id = await ask(token);
      clock.advance(1000);
      const second = await ask(token, { additionalInfo: 'Another customer' });
      const tokensOf = async (session: string) => {
        const found = await current(session);
        const all = found ? [found, ...(found.beside ?? [])] : [];
        return all.map(({ request, viewToken }) => ({ id: request.id, viewToken }));
      };
      const [shown, beside] = await tokensOf(token);
      const resumed = (await open(shared.code, undefined, shown, [beside ?? {}])).json<{ token: string }>().token;
      expect((await tokensOf(resumed)).map((one) => one.id)).toEqual([second, id]);

      const code = await portal.ownCode(dealer.name);
      const [mine, theirs] = [await sessionFor(code), await sessionFor(code)];
      const own = await ask(mine);
      clock.advance(1000);
      await ask(theirs);
      const [of, ofColleague] = await tokensOf(mine);
      expect(of?.id).toBe(own);
      await open(code, undefined, of, [ofColleague ?? {}]);
      expect((await tokensOf(theirs))[0]?.id).toBe(ofColleague?.id);
    });

    it('goes on with it in a new session of the same code that shows the view token', async () => {
      const { token, id, open, current, call, shared, context, sessionFor } = await running();
      const viewToken = (await current(token))?.viewToken ?? '';
      const resumed = (await open(shared.code, undefined, { id, viewToken })).json<{ token: string }>().token;
      expect((await current(resumed))?.request.id).toBe(id);
      expect((await call('POST', cancelPath(id), resumed)).status).toBe(200);
      const another = await context.codes.issue(null, null);
      const foreign = (await open(another.code, undefined, { id, viewToken })).json<{ token: string }>().token;
      expect((await call('GET', requestPath(id), foreign)).status).toBe(404);
      expect((await call('GET', requestPath(id), await sessionFor(shared.code))).status).toBe(404);
    });
  });

  describe('R25 the AnyDesk address', () => {
    it('is taken in any spacing and handed to the agent', async () => {
      const { token, id, call, agent, links } = await running();
      for (const [address, kept] of [
        ['123 456 789', '123456789'],
        ['1-234-567-890', '1234567890'],
        ['FrontDesk@AD', 'frontdesk@ad'],
      ] as const) {
        expect((await call('POST', anydeskPath(id), token, { address })).json()).toMatchObject({ anydesk: kept });
        expect((await agent(links['Marlow Finch'] ?? '')).json()).toMatchObject({ anydesk: kept });
      }
      for (const address of ['12345678', '12345678901', '', 'two words@ad', 7]) {
        expect((await call('POST', anydeskPath(id), token, { address })).status).toBe(422);
      }
    });

    it('is refused when the request is over', async () => {
      const { token, id, call, passClosing } = await running();
      await call('POST', cancelPath(id), token);
      await passClosing();
      expect((await call('POST', anydeskPath(id), token, { address: '123456789' })).status).toBe(409);
      expect((await call('POST', cancelPath(id), token)).status).toBe(409);
    });
  });

  describe('an agent’s link', () => {
    it('shows the request and changes nothing', async () => {
      const { agent, links, id, view, token } = await running();
      const before = await view(token, id);
      for (const link of Object.values(links)) {
        const answer = await agent(link);
        expect(agentView.parse(answer.json())).toMatchObject({
          dealershipName: dealer.name,
          dealerPhone: dealer.phone,
          requestType: 'active_deal',
          additionalInfo: 'Customer is in the chair',
          mine: false,
        });
      }
      expect(await view(token, id)).toEqual(before);
    });

    it('lets the first accept, and tells the others who has it', async () => {
      const { agent, links } = await running();
      const [marlow = '', tamsin = ''] = [links['Marlow Finch'], links['Tamsin Okoro']];
      expect((await agent(tamsin, 'connected')).status).toBe(409);
      expect((await agent(marlow, 'accept')).json()).toMatchObject({
        mine: true,
        acceptedBy: 'Marlow Finch',
        you: 'Marlow Finch',
      });
      expect((await agent(marlow, 'accept')).status).toBe(200);
      for (const step of ['accept', 'connected', 'done'] as const) {
        const answer = await agent(tamsin, step);
        expect([answer.status, answer.json()]).toEqual([
          409,
          expect.objectContaining({ acceptedBy: 'Marlow Finch', mine: false }),
        ]);
      }
    });

    it('of two that accept in the same instant, lets exactly one', async () => {
      const { agent, token, ask, linksOf, context } = await running({
        LIMIT_AGENT_REQUESTS_PER_SESSION: '1000/60',
        LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: '1000/60',
      });
      for (let round = 0; round < 20; round++) {
        const id = await ask(token);
        const links = Object.values(await linksOf(id));
        const answers = await Promise.all(links.map((link) => agent(link, 'accept')));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
        const names = new Set(answers.map((answer) => answer.json()['acceptedBy']));
        expect(names.size).toBe(1);
        const accepted = (await eventsOf(context.storage.db, id)).filter(({ kind }) => kind === 'accepted');
        expect(accepted.map(({ detail }) => detail)).toEqual([...names]);
      }
    });

    it('says nothing but how it ended when the request is over', async () => {
      const { agent, links, call, token, id, passClosing } = await running();
      const marlow = links['Marlow Finch'] ?? '';
      await agent(marlow, 'accept');
      await call('POST', cancelPath(id), token);
      await passClosing();
      const answer = await agent(marlow);
      expect(answer.status).toBe(410);
      expect(endedView.parse(answer.json())).toMatchObject({ state: 'cancelled', mine: true });
      expect(answer.text).not.toContain(dealer.name);
      expect((await agent(marlow, 'done')).status).toBe(410);
    });

    it('that nobody was given opens nothing', async () => {
      const { agent } = await running();
      for (const link of ['', 'x', 'x'.repeat(22)]) expect((await agent(link)).status).toBe(401);
    });

    it('is stored as a keyed hash only, and in no line of the log', async () => {
      const { agent, links, context, log, token } = await running();
      for (const link of Object.values(links)) await agent(link, 'accept');
      const { db } = context.storage;
      const rows = JSON.stringify([
        await db.selectFrom('agent_links').selectAll().execute(),
        await db.selectFrom('messages').selectAll().execute(),
        await db.selectFrom('request_events').selectAll().execute(),
      ]);
      for (const secret of [...Object.values(links), token]) {
        expect(rows).not.toContain(secret);
        expect(log()).not.toContain(secret);
      }
    });
  });
});
