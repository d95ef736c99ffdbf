/** What other programs read (`/api/v1/…`). Every page is in the audit log before it is answered. */
import type { FastifyInstance } from 'fastify';
import { listApiDealerships, listApiLeads, listApiRequests } from '#contract/api-endpoints.ts';
import type { Context } from '#server/context.ts';
import { apiDealerships } from '#server/dealerships/service.ts';
import { register } from '#server/http/endpoint.ts';
import { apiLeads } from '#server/leads/service.ts';
import { apiRequests } from '#server/requests/service.ts';
import { pageOf } from './pages.ts';

export function apiRoutes(app: FastifyInstance, context: Context): void {
  const { apiTokens, forms, now, storage } = context;
  const db = storage.reads;

  register(app, context, listApiLeads, async ({ caller, query: { status, ...query }, refuse }) => {
    const page = await pageOf('leads', query, now(), (slice) => apiLeads(db, forms, { ...slice, status }));
    if (!page) throw refuse('badCursor');
    const noted = await apiTokens.read(caller.tokenId, { kind: 'lead', ids: page.data.map(({ id }) => id) });
    if (!noted) throw refuse('deadToken');
    return { status: 200, value: page };
  });

  register(app, context, listApiRequests, async ({ caller, query: { status, dealershipId, ...query }, refuse }) => {
    const page = await pageOf('requests', query, now(), (slice) => apiRequests(db, { ...slice, status, dealershipId }));
    if (!page) throw refuse('badCursor');
    const noted = await apiTokens.read(caller.tokenId, { kind: 'request', ids: page.data.map(({ id }) => id) });
    if (!noted) throw refuse('deadToken');
    return { status: 200, value: page };
  });

  register(app, context, listApiDealerships, async ({ caller, query: { status, ...query }, refuse }) => {
    const page = await pageOf('dealerships', query, now(), (slice) => apiDealerships(db, { ...slice, status }));
    if (!page) throw refuse('badCursor');
    const noted = await apiTokens.read(caller.tokenId, { kind: 'dealership', ids: page.data.map(({ id }) => id) });
    if (!noted) throw refuse('deadToken');
    return { status: 200, value: page };
  });
}
