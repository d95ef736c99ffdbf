/** Tests the read API as programs call it. */
import { describe, expect, test } from 'vitest';
import type { ApiScope } from '#contract/api.ts';
import { apiLead, apiRequest } from '#contract/api-endpoints.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';

const dayMs = 24 * 60 * 60_000;

interface Page {
  readonly data: { readonly id: string; readonly updatedAt: string; readonly status?: string }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

async function start(under: EngineUnderTest, env: Record<string, string> = {}) {
  let aheadMs = 0;
  let stored = 0;
  const server = await startDesk(under, env, { now: () => new Date(Date.now() + aheadMs) });
  const { app, desk, signInAs } = server;
  const admin = await signInAs('admin');
  return {
    ...server,
    admin,
    async token(scopes: readonly ApiScope[], days = 30) {
      const answer = await desk('POST', '/api/desk/connections/tokens', {
        cookie: admin.cookie,
        body: { name: 'Back office', scopes, days },
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.json() as { id: string; token: string };
    },
    async get(path: string, token?: string) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'GET', url: path, headers });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers, page: () => answer.json<Page>() };
    },
    async leads(count: number) {
      for (let n = 0; n < count; n++) {
        stored += 1;
        const answers = inquiryParams({ dealership_name: `Store ${stored}` });
        expect((await server.send('inquiry', answers)).status).toBe(200);
      }
    },
    ahead(ms: number) {
      aheadMs += ms;
    },
  };
}

eachEngine((under) => {
  describe('R188 a token of the read API', () => {
    test('reads what it may, is kept as a hash, and says when it was last used', async () => {
      const { token, get, leads, context, desk, admin } = await start(under);
      await leads(1);
      const { token: one } = await token(['leads:read']);
      expect(one).toMatch(/^bxl_[\w-]{43}$/);
      const answer = await get('/api/v1/leads', one);
      expect(answer.status).toBe(200);
      expect(apiLead.safeParse(answer.page().data[0]).success).toBe(true);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      const rows = await context.storage.db.selectFrom('api_tokens').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(one);
      const listed = await desk('GET', '/api/desk/connections/tokens', { cookie: admin.cookie });
      expect(listed.text).not.toContain(one);
      expect(listed.json()).toMatchObject({ tokens: [{ state: 'live', lastUsedAt: expect.any(String) }] });
    });

    test('that is missing, wrong, revoked or expired reads nothing', async () => {
      const { token, get, desk, admin, ahead } = await start(under);
      const { token: good, id } = await token(['leads:read']);
      const { token: brief } = await token(['leads:read'], 30);
      expect((await get('/api/v1/leads')).status).toBe(401);
      for (const wrong of ['bxl_wrong', good.slice(0, -1), `${good}x`, good.toLowerCase(), id]) {
        expect((await get('/api/v1/leads', wrong)).status, wrong).toBe(401);
      }
      expect((await get('/api/v1/leads', good)).status).toBe(200);
      expect((await get('/api/v1/leads', brief)).status).toBe(200);
      const path = `/api/desk/connections/tokens/${id}/revoke`;
      expect((await desk('POST', path, { cookie: admin.cookie })).status).toBe(200);
      expect((await desk('POST', path, { cookie: admin.cookie })).status).toBe(200);
      expect((await get('/api/v1/leads', good)).status).toBe(401);
      ahead(30 * dayMs + 1);
      expect((await get('/api/v1/leads', brief)).status).toBe(401);
    });

    test('reads nothing beyond its scopes', async () => {
      const { token, get } = await start(under);
      const { token: one } = await token(['requests:read']);
      expect((await get('/api/v1/requests', one)).status).toBe(200);
      for (const list of ['leads', 'dealerships']) expect((await get(`/api/v1/${list}`, one)).status).toBe(403);
    });

    test('is counted by itself, whatever address it comes from', async () => {
      const { token, get } = await start(under, { LIMIT_REQUESTS_PER_TOKEN: '2/60' });
      const [one, other] = [await token(['leads:read']), await token(['leads:read'])];
      expect((await get('/api/v1/leads', one.token)).status).toBe(200);
      expect((await get('/api/v1/leads', one.token)).status).toBe(200);
      const third = await get('/api/v1/leads', one.token);
      expect(third.status).toBe(429);
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
      expect((await get('/api/v1/leads', other.token)).status).toBe(200);
    });
  });

  test('R1185 the read API gives with a dealership none of the requests of which another one of its name may be the sender', async () => {
    const { token, get, context, sessionFor, shared, ask } = await start(under);
    const { token: one } = await token(['requests:read']);
    const session = await sessionFor(shared.code);
    const [certain, shareName] = [await ask(session), await ask(session)];
    const { db } = context.storage;
    await db.updateTable('agent_requests').set({ same_named: 2 }).where('id', '=', shareName).execute();
    const { dealership_id: id = '' } = (await context.agentRequests.find(certain)) ?? {};
    const idsOf = async (query: string) =>
      (await get(`/api/v1/requests${query}`, one)).page().data.map((request) => request.id);
    expect(await idsOf(`?dealershipId=${id}`)).toEqual([certain]);
    expect((await get('/api/v1/requests', one)).page().data).toMatchObject([
      { id: certain, dealershipId: id, sameNamed: null },
      { id: shareName, sameNamed: 2 },
    ]);
  });

  describe('R189 the lists of the read API', () => {
    test('give every record once in pages, with what came in meanwhile at the end', async () => {
      const { token, get, leads } = await start(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
      const { token: one } = await token(['leads:read']);
      await leads(5);
      const seen: string[] = [];
      let page = (await get('/api/v1/leads?limit=2', one)).page();
      seen.push(...page.data.map(({ id }) => id));
      await leads(3);
      while (page.hasMore) {
        page = (await get(`/api/v1/leads?limit=2&cursor=${page.nextCursor}`, one)).page();
        seen.push(...page.data.map(({ id }) => id));
      }
      expect(seen).toHaveLength(8);
      expect(new Set(seen).size).toBe(8);
    });

    test('go on from a cursor with what changed since, and miss nothing that was written late', async () => {
      const { token, get, leads, ahead, context } = await start(under);
      const { token: one } = await token(['leads:read']);
      await leads(1);
      const first = (await get('/api/v1/leads', one)).page();
      expect(first).toMatchObject({ hasMore: false });
      // A transaction that began before the page was read ends after it.
      const { db } = context.storage;
      const late = new Date(Date.parse(first.data[0]?.updatedAt ?? '') - 500).toISOString();
      await leads(1);
      const newest = (await get('/api/v1/leads', one)).page().data.at(-1);
      await db
        .updateTable('leads')
        .set({ updated_at: late })
        .where('id', '=', newest?.id ?? '')
        .execute();
      const second = (await get(`/api/v1/leads?cursor=${first.nextCursor}`, one)).page();
      expect(second.data.map(({ id }) => id)).toContain(newest?.id);
      ahead(10 * 60_000);
      const settled = (await get(`/api/v1/leads?cursor=${second.nextCursor}`, one)).page();
      expect((await get(`/api/v1/leads?cursor=${settled.nextCursor}`, one)).page().data).toEqual([]);
    });

    test('are narrowed by status and by the time of the last change', async () => {
      const { token, get, ask, sessionFor, shared } = await start(under);
      const { token: one } = await token(['requests:read', 'dealerships:read']);
      const id = await ask(await sessionFor(shared.code));
      const open = (await get('/api/v1/requests?status=open', one)).page();
      expect(open.data.map((request) => request.id)).toEqual([id]);
      const [request] = open.data;
      expect(Object.keys(request ?? {}).sort()).toEqual(Object.keys(apiRequest.shape).sort());
      expect((await get('/api/v1/requests?status=ended', one)).page().data).toEqual([]);
      const tomorrow = new Date(Date.now() + dayMs).toISOString();
      expect((await get(`/api/v1/requests?updatedSince=${tomorrow}`, one)).page().data).toEqual([]);
      expect((await get('/api/v1/dealerships?status=active&limit=200', one)).page().data.length).toBeGreaterThan(0);
      expect((await get('/api/v1/dealerships?status=removed', one)).page().data).toEqual([]);
    });

    test('refuse a cursor of another list and a query that they do not have', async () => {
      const { token, get } = await start(under);
      const { token: one } = await token(['leads:read', 'requests:read']);
      const { nextCursor } = (await get('/api/v1/requests', one)).page();
      for (const cursor of [nextCursor, 'leads', 'leads_yesterday_x', '%00']) {
        expect((await get(`/api/v1/leads?cursor=${cursor}`, one)).status, cursor).toBe(400);
      }
      for (const query of [
        'limit=0',
        'limit=201',
        'limit=x',
        'status=odd',
        'updatedSince=yesterday',
        'updatedSince=0000-01-01T00:00:00Z',
      ]) {
        expect((await get(`/api/v1/leads?${query}`, one)).status, query).toBe(422);
      }
    });

    test('hold no AnyDesk address, no token and nothing that was written about a customer', async () => {
      const { token, get, ask, sessionFor, shared, context } = await start(under);
      const { token: one } = await token(['requests:read']);
      const id = await ask(await sessionFor(shared.code));
      const marked = { anydesk: '123456789', additional_info: 'marked words', callback_name: 'Marked Name' };
      await context.storage.db.updateTable('agent_requests').set(marked).where('id', '=', id).execute();
      const { text } = await get('/api/v1/requests', one);
      for (const value of Object.values(marked)) expect(text).not.toContain(value);
    });
  });

  test('R190 what a program reads is in the audit log before the answer: one entry a page, with the token and every record', async () => {
    const { token, get, leads, context } = await start(under);
    const { token: one, id } = await token(['leads:read']);
    await leads(3);
    await get('/api/v1/leads?limit=2', one);
    const { db } = context.storage;
    const entries = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'api-read').execute();
    expect(entries).toHaveLength(1);
    const about = await db
      .selectFrom('audit_subjects')
      .selectAll()
      .where('seq', '=', entries[0]?.seq ?? 0)
      .execute();
    expect(about.filter(({ kind }) => kind === 'lead')).toHaveLength(2);
    expect(about.filter(({ kind }) => kind === 'api-token').map(({ subject_id }) => subject_id)).toEqual([id]);
    // A page without records reveals nothing, so it is not noted.
    await get(`/api/v1/leads?updatedSince=2099-01-01T00:00:00.000Z`, one);
    expect(await db.selectFrom('audit_entries').selectAll().where('action', '=', 'api-read').execute()).toHaveLength(1);
  });
});
