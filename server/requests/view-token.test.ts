import { describe, expect, it } from 'vitest';
import { currentRequestPath, sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { anydeskPath, cancelPath, requestEventsPath, requestPath } from '../../tests/support/request-paths.ts';

eachEngine((under) => {
  async function running() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const portal = await startPortal(under, {}, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    return { ...portal, clock, token, id, links: await portal.linksOf(id) };
  }

  describe('R20 a tab without its session', () => {
    it('after a reload gives the AnyDesk address and cancels with the view token alone', async () => {
      const { token, id, call, current, agent, links } = await running();
      const viewToken = (await current(token))?.viewToken ?? '';
      await call('DELETE', sessionPath, token);
      const given = await call('POST', anydeskPath(id), viewToken, { address: '123 456 789' });
      expect(given.json()).toMatchObject({ id, anydesk: '123456789' });
      expect((await agent(links['Marlow Finch'] ?? '')).json()).toMatchObject({ anydesk: '123456789' });
      expect((await call('POST', anydeskPath(id), viewToken, { address: '12' })).status).toBe(422);
      expect(await call('POST', cancelPath(id), viewToken)).toMatchObject({ status: 200 });
      expect((await call('GET', requestPath(id), viewToken)).json()).toMatchObject({ id });
    });

    it('R728 has the view token from the press that asks for it, also of an earlier request that got its answers', async () => {
      const { press, call, agent, linksOf, current, shared, sessionFor } = await running();
      const token = await sessionFor(shared.code);
      const [first, second] = [mintId(), mintId()];
      const taken = JSON.parse((await press(token, { request_id: first, with_view: true })).text);
      expect(taken).toEqual({ success: true, view: { id: first, viewToken: (await current(token))?.viewToken } });
      await agent((await linksOf(first))['Marlow Finch'] ?? '', 'accept');
      const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty', with_view: true };
      expect(JSON.parse((await press(token, edited)).text)).toEqual(taken);
      await call('DELETE', sessionPath, token);
      const seen = await call('GET', requestPath(first), taken.view.viewToken);
      expect(seen.json()).toMatchObject({ id: first, additionalInfo: 'Warranty' });
    });

    it('with its view token does nothing else, is nobody else’s, and no more once the code is revoked', async () => {
      const { token, id, call, current, press, ask, context, shared, clock } = await running();
      clock.advance(1000);
      const other = await ask(token, { additionalInfo: 'Another deal' });
      const viewToken = context.portal.viewTokenOf({
        id,
        code_id: (await context.agentRequests.find(id))?.code_id ?? '',
        reopened_at: null,
      });
      for (const [method, url] of [
        ['GET', currentRequestPath],
        ['GET', sessionPath],
        ['DELETE', sessionPath],
      ] as const) {
        expect((await call(method, url, viewToken)).status, `${method} ${url}`).toBe(401);
      }
      expect((await press(viewToken)).status).toBe(401);
      for (const [method, url, body] of [
        ['GET', requestPath(other)],
        ['GET', requestEventsPath(other)],
        ['POST', anydeskPath(other), { address: '123456789' }],
        ['POST', cancelPath(other)],
      ] as const) {
        expect((await call(method, url, viewToken, body)).status, `${method} ${url}`).toBe(401);
      }
      expect((await current(token))?.request).toMatchObject({ id: other, anydesk: null });
      await context.codes.revoke(shared);
      for (const [method, url, body] of [
        ['GET', requestPath(id)],
        ['POST', anydeskPath(id), { address: '123456789' }],
        ['POST', cancelPath(id)],
      ] as const) {
        expect((await call(method, url, viewToken, body)).status, `${method} ${url} after the code`).toBe(401);
      }
      expect(await context.agentRequests.find(id)).toMatchObject({ anydesk: null, ended_at: null });
    });

    it('is shown by its view token without note and AnyDesk address once it has ended, by the page and by its stream', async () => {
      const { token, id, call, current, context, clock } = await running();
      const viewToken = (await current(token))?.viewToken ?? '';
      await call('POST', anydeskPath(id), token, { address: '123456789' });
      const details = { additionalInfo: 'Customer is in the chair', anydesk: '123456789' };
      expect((await call('GET', requestPath(id), viewToken)).json()).toMatchObject(details);
      await call('POST', cancelPath(id), viewToken);
      clock.advance(61_000);
      await context.agentRequests.sweep();
      const shown = (await call('GET', requestPath(id), viewToken)).json();
      expect(shown).toMatchObject({ id, state: 'cancelled', additionalInfo: '', anydesk: null });
      const { text } = await call('GET', requestEventsPath(id), viewToken);
      expect(text).toContain('"state":"cancelled"');
      for (const secret of Object.values(details)) expect(text).not.toContain(secret);
      for (const url of [anydeskPath(id), cancelPath(id)]) {
        expect((await call('POST', url, viewToken, { address: '987654321' })).status).toBe(409);
      }
    });
  });
});
