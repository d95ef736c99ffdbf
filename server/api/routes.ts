/** The endpoints for other programs (`/api/v1/…`). Every page is in the audit log before it is sent. */
import type { FastifyInstance } from 'fastify';
import { listApiDealerships, listApiLeads, listApiRequests } from '#contract/api-endpoints.ts';
import type { Context } from '#server/context.ts';
import { apiDealerships } from '#server/dealerships/service.ts';
import type { ApiCaller } from '#server/http/caller.ts';
import { ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { apiLeads } from '#server/leads/service.ts';
import { apiRequests } from '#server/requests/service.ts';
import { type Page, pageOf } from './pages.ts';
import type { PageRead } from './service.ts';

export function apiRoutes(app: FastifyInstance, context: Context): void {
  const { apiTokens, erasure, forms, now, storage } = context;
  const db = storage.reads;

  /** Reads a page, and returns it once the audit log has it, or throws a refusal. */
  async function give<One extends { readonly id: string }>(
    kind: PageRead['kind'],
    read: () => Promise<Page<One> | undefined>,
    { tokenId }: ApiCaller,
    refuse: (name: 'badCursor' | 'deadToken') => Refusal,
  ) {
    const page = await erasure.readAudited(read, async (found, checkCurrent) => {
      if (!found) throw refuse('badCursor');
      const ids = found.data.map(({ id }) => id);
      if (!(await apiTokens.read(tokenId, { kind, ids }, checkCurrent))) throw refuse('deadToken');
    });
    if (!page) throw refuse('badCursor');
    return ok(page);
  }

  register(app, context, listApiLeads, async ({ caller, query: { status, ...query }, refuse }) => {
    const read = () => pageOf('leads', query, now(), (slice) => apiLeads(db, forms, { ...slice, status }));
    return give('lead', read, caller, refuse);
  });

  register(app, context, listApiRequests, async ({ caller, query: { status, dealershipId, ...query }, refuse }) => {
    const read = () => pageOf('requests', query, now(), (slice) => apiRequests(db, { ...slice, status, dealershipId }));
    return give('request', read, caller, refuse);
  });

  register(app, context, listApiDealerships, async ({ caller, query: { status, ...query }, refuse }) => {
    const read = () => pageOf('dealerships', query, now(), (slice) => apiDealerships(db, { ...slice, status }));
    return give('dealership', read, caller, refuse);
  });
}
