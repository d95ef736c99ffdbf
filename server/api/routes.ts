/** The endpoints for other programs (`/api/v1/…`). Every page is in the audit log before it is sent. */
import type { FastifyInstance } from 'fastify';
import { listApiDealerships, listApiLeads, listApiRequests } from '#contract/api-endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Trx } from '#server/database/open.ts';
import { apiDealerships } from '#server/dealerships/service.ts';
import type { ApiCaller } from '#server/http/caller.ts';
import { register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { apiLeads } from '#server/leads/service.ts';
import { apiRequests } from '#server/requests/service.ts';
import { type Page, pageOf } from './pages.ts';
import type { PageRead } from './service.ts';

/** Something was erased for a person after a page was read. */
class ErasedSinceError extends Error {
  override name = 'ErasedSinceError';
}

export function apiRoutes(app: FastifyInstance, context: Context): void {
  const { apiTokens, erasure, forms, now, storage } = context;
  const db = storage.reads;

  /**
   * Reads a page, and returns it once the audit log has it, or throws a refusal. The log may have to wait, and whoever erases a record
   * meanwhile is told that it is gone. So a page that was read before an erasure, and is not in the log before it, is read again.
   */
  async function give<One extends { readonly id: string }>(
    kind: PageRead['kind'],
    read: () => Promise<Page<One> | undefined>,
    { tokenId }: ApiCaller,
    refuse: (name: 'badCursor' | 'deadToken') => Refusal,
  ) {
    for (;;) {
      const erased = await erasure.count(db);
      const page = await read();
      if (!page) throw refuse('badCursor');
      const checkCurrent = async (trx: Trx) => {
        if ((await erasure.count(trx)) !== erased) throw new ErasedSinceError();
      };
      try {
        const ids = page.data.map(({ id }) => id);
        if (!(await apiTokens.read(tokenId, { kind, ids }, checkCurrent))) throw refuse('deadToken');
        return { status: 200, value: page } as const;
      } catch (error) {
        if (!(error instanceof ErasedSinceError)) throw error;
      }
    }
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
