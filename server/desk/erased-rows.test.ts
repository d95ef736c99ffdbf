/** Once all personal data is past its time, the blanked rows are still listed, opened and exported like others. */
import { describe, expect, it } from 'vitest';
import { apiScopeNames } from '#contract/api.ts';
import { type ExportKind, exportKinds } from '#contract/desk/export.ts';
import { deskStreamPath } from '#contract/desk/live.ts';
import { isStaffOnly, pathOf } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/http/endpoint.ts';
import { parseCsv } from '../../tests/support/csv.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { recordsOf } from '../../tests/support/records.ts';
import { sweepConfirmed } from '../../tests/support/sweep.ts';

const filters: Partial<Record<ExportKind, object>> = { leads: { status: 'all' }, dealerships: { filter: 'closed' } };

/** A desk where a lead, a joined lead, an account, a request, a call and a message were swept. */
async function swept(under: EngineUnderTest) {
  const clock = { at: new Date('2026-11-21T12:00:00.000Z') };
  const server = await startDesk(under, { LIMIT_REQUESTS_PER_ADDRESS: '100000/60' }, { now: () => clock.at });
  const { context, addPerson } = server;
  const { db } = context.storage;
  const { addLead, addMessage, addDealership, addRequest, addCall } = recordsOf(db, clock);
  const person = await addPerson('agent');
  const days = 9 * 365;
  const lead = await addLead({ days });
  const dealership = await addDealership({ closedDaysAgo: days });
  const ids = [
    lead,
    await addLead({ days }, { joinedIntoId: lead }),
    dealership,
    await addLead({ days }, { dealershipId: dealership }),
    await addRequest({ days }, dealership),
    await addCall({ days }, person.id, dealership),
    await addMessage({ days }, lead),
  ];
  expect(await sweepConfirmed(context, clock)).toBe('swept');
  const blanked = async (table: 'leads' | 'dealerships' | 'agent_requests' | 'calls') =>
    (await db.selectFrom(table).select('id').where('erased_at', 'is not', null).execute()).length;
  expect([await blanked('leads'), await blanked('dealerships')]).toEqual([3, 1]);
  expect([await blanked('agent_requests'), await blanked('calls')]).toEqual([1, 1]);
  const { cookie } = await server.signInAs('admin');
  return { ...server, cookie, ids };
}

eachEngineAlways((under) => {
  describe('R223 once everything about people was swept away', () => {
    it('every list and record of the desk is answered, whatever it is asked for', async () => {
      const { app, desk, cookie, ids } = await swept(under);
      const reads = endpointsOf(app).filter(
        (endpoint) => isStaffOnly(endpoint) && endpoint.method === 'GET' && endpoint.path !== deskStreamPath,
      );
      expect(reads.length).toBeGreaterThan(30);
      let opened = 0;
      for (const endpoint of reads) {
        const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
        for (const id of names.length > 0 ? ids : ids.slice(0, 1)) {
          const params = Object.fromEntries(names.map((name) => [name, id]));
          const answer = await desk('GET', pathOf(endpoint, params as never), { cookie });
          expect(answer.status, `${endpoint.path} ${answer.text}`).toBeLessThan(500);
          if (names.length > 0 && answer.status === 200) opened += 1;
        }
      }
      // There are at least as many successful responses as swept records.
      expect(opened).toBeGreaterThanOrEqual(ids.length);
      for (const path of ['leads?status=all', 'dealerships?filter=closed', 'requests?search=', 'messages', 'audit'])
        expect((await desk('GET', `/api/desk/${path}`, { cookie })).status, path).toBe(200);
      const year = 'figures?period=custom&from=2025-12-01&to=2026-11-22';
      expect((await desk('GET', `/api/desk/${year}`, { cookie })).status).toBe(200);
    });

    it('every export of a list comes whole', async () => {
      const { desk, cookie } = await swept(under);
      // The other exports are no lists: they are asked for by days or by a person.
      const kinds = exportKinds.filter((kind) => !['figures', 'seen', 'person'].includes(kind));
      for (const kind of kinds) {
        const begun = await desk('POST', '/api/desk/exports', { cookie, body: { kind, filter: filters[kind] ?? {} } });
        expect(begun.status, `${kind} ${begun.text}`).toBe(200);
        const { status, text } = await desk('GET', (begun.json() as { address: string }).address, { cookie });
        // Messages were deleted. Blanked records keep their row.
        expect([status, parseCsv(text).length > 1], kind).toEqual([200, kind !== 'messages']);
      }
    });

    it('programs read that the records are there, and nothing of them', async () => {
      const { app, desk, cookie, ids } = await swept(under);
      const made = await desk('POST', '/api/desk/connections/tokens', {
        cookie,
        body: { name: 'Back office', scopes: apiScopeNames, days: 30 },
      });
      const headers = { authorization: `Bearer ${(made.json() as { token: string }).token}` };
      const listed: string[] = [];
      for (const list of ['leads', 'requests', 'dealerships']) {
        const answer = await app.inject({ method: 'GET', url: `/api/v1/${list}`, headers });
        expect(answer.statusCode, answer.body).toBe(200);
        for (const one of answer.json<{ data: { id: string; erasedAt: string | null }[] }>().data)
          if (one.erasedAt !== null) listed.push(one.id);
        expect(answer.body).not.toContain('dealer.example');
      }
      expect(ids.filter((id) => listed.includes(id)).length).toBeGreaterThanOrEqual(3);
    });
  });
});
