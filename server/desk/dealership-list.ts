/** What the list of dealerships shows, for its pages and for its export. */
import * as z from 'zod/mini';
import { type DealershipFilter, dealershipFilterNames, dealershipLimits } from '#contract/desk/dealerships.ts';
import { withoutCode, withUnusedCode } from '#server/access/service.ts';
import type { Context } from '#server/context.ts';
import { everySlice, type OnDealership } from '#server/dealerships/service.ts';
import { defineExporter } from '#server/exports/service.ts';
import { matching } from '#server/search/service.ts';
import { dealershipViews } from './dealership-view.ts';

/** The conditions on dealerships that come from elsewhere: what a filter asks about access codes, and what a search finds. */
export async function conditionsOf(
  { storage, now }: Pick<Context, 'storage' | 'now'>,
  filter: DealershipFilter,
  search: string,
): Promise<OnDealership[]> {
  const at = now().toISOString();
  const found = await matching(storage.reads, 'dealership', search);
  const ofCodes: Partial<Record<DealershipFilter, OnDealership>> = {
    'no-code': withoutCode(at),
    'never-used': withUnusedCode(at),
  };
  return [ofCodes[filter], found].filter((condition) => condition !== undefined);
}

/** The export of dealerships: the same rows as their list with the same filter. */
export function dealershipsExporter(context: Context) {
  const { storage } = context;
  const views = dealershipViews(context);

  async function* rows(filter: DealershipFilter, search: string) {
    const where = await conditionsOf(context, filter, search);
    for await (const slice of everySlice(storage.reads, { filter, where })) yield* await views.rows(slice);
  }

  return defineExporter({
    kind: 'dealerships',
    needs: 'readDealerships',
    filter: z.strictObject({
      filter: z.optional(z.enum(dealershipFilterNames)),
      search: z.optional(z.string().check(z.maxLength(dealershipLimits.search))),
    }),
    typed: ['search'],
    columns: {
      name: (row: Awaited<ReturnType<typeof views.rows>>[number]) => row.name,
      phone: (row) => row.phone,
      zone: (row) => row.zone,
      sample: (row) => (row.sample ? 'yes' : 'no'),
      agreement_date: (row) => row.agreementDate,
      code: (row) => row.code,
      last_used_at: (row) => row.lastUsedAt,
      last_request_at: (row) => row.lastRequestAt,
      closed_at: (row) => row.closedAt,
      created_at: (row) => row.createdAt,
    },
    rows: ({ filter = 'active', search = '' }) => rows(filter, search),
  });
}
