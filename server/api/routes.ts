/** The endpoints for other programs (`/api/v1/…`). Every page is in the audit log before it is sent. */
import type { FastifyInstance } from 'fastify';
import { listApiDealerships, listApiLeads, listApiRequests } from '#contract/api-endpoints.ts';
import type { Context } from '#server/context.ts';
import { apiDealerships } from '#server/dealerships/service.ts';
import type { ApiCaller } from '#server/http/caller.ts';
import { register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { apiLeads } from '#server/leads/service.ts';
import { apiRequests } from '#server/requests/service.ts';
import { type Page, pageOf } from './pages.ts';
import type { PageRead } from './service.ts';

export function apiRoutes(app: FastifyInstance, context: Context): void {
  const { apiTokens, forms, now, storage } = context;
  const db = storage.reads;

  /** Returns a page once the audit log has it, or throws a refusal. */
  async function give<One extends { readonly id: string }>(
    kind: PageRead['kind'],
    page: Page<One> | undefined,
    { tokenId }: ApiCaller,
    refuse: (name: 'badCursor' | 'deadToken') => Refusal,
  ) {
    if (!page) throw refuse('badCursor');
    if (!(await apiTokens.read(tokenId, { kind, ids: page.data.map(({ id }) => id) }))) throw refuse('deadToken');
    return { status: 200, value: page } as const;
  }

  register(app, context, listApiLeads, async ({ caller, query: { status, ...query }, refuse }) => {
    const page = await pageOf('leads', query, now(), (slice) => apiLeads(db, forms, { ...slice, status }));
    return give('lead', page, caller, refuse);
  });

  register(app, context, listApiRequests, async ({ caller, query: { status, dealershipId, ...query }, refuse }) => {
    const page = await pageOf('requests', query, now(), (slice) => apiRequests(db, { ...slice, status, dealershipId }));
    return give('request', page, caller, refuse);
  });

  register(app, context, listApiDealerships, async ({ caller, query: { status, ...query }, refuse }) => {
    const page = await pageOf('dealerships', query, now(), (slice) => apiDealerships(db, { ...slice, status }));
    return give('dealership', page, caller, refuse);
  });
}
