/** Which records were erased, for consoles with something unsent about them. */
import type { FastifyInstance } from 'fastify';
import { type ErasedRecord, findErased, mostAskedErased } from '#contract/desk/erased-endpoints.ts';
import type { Permission } from '#contract/desk/permissions.ts';
import type { Context } from '#server/context.ts';
import type { Reader } from '#server/database/open.ts';
import { endedContacts, erasedDealerships } from '#server/dealerships/service.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { erasedLeads } from '#server/leads/service.ts';
import { erasedCalls, erasedRequests } from '#server/requests/service.ts';
import { may } from './policy.ts';

interface Source {
  readonly kind: ErasedRecord['kind'];
  readonly needs: Permission;
  readonly find: (
    db: Reader,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly reference?: string }[]>;
}

const sources: readonly Source[] = [
  { kind: 'lead', needs: 'readLeads', find: erasedLeads },
  { kind: 'request', needs: 'readRequests', find: erasedRequests },
  { kind: 'call', needs: 'readRequests', find: erasedCalls },
  { kind: 'dealership', needs: 'readDealerships', find: erasedDealerships },
  { kind: 'contact', needs: 'readDealerships', find: endedContacts },
];

export function erasedRoutes(app: FastifyInstance, context: Context): void {
  const { reads } = context.storage;

  register(app, context, findErased, async ({ caller: { role }, query }) => {
    const ids = (query.ids ?? '').split(',').filter(Boolean).slice(0, mostAskedErased);
    const erased: ErasedRecord[] = [];
    for (const { kind, needs, find } of ids.length > 0 ? sources : []) {
      const found = may(role, needs) ? await find(reads, ids) : [];
      erased.push(...found.map(({ id, reference = '' }) => ({ id, kind, reference })));
    }
    return ok({ erased });
  });
}
