/** What the list of dealerships shows, for its pages and for its export. */
import * as z from 'zod/mini';
import { listDealerships } from '#contract/desk/dealership-endpoints.ts';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { withoutCode, withUnusedCode } from '#server/access/service.ts';
import type { Context } from '#server/context.ts';
import { columnsOf } from '#server/csv.ts';
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
  type Row = Awaited<ReturnType<typeof views.rows>>[number];

  async function* rows(filter: DealershipFilter, search: string) {
    const where = await conditionsOf(context, filter, search);
    for await (const slice of everySlice(storage.reads, { filter, where })) yield* await views.rows(slice);
  }

  return defineExporter({
    kind: 'dealerships',
    needs: 'readDealerships',
    filter: z.strictObject(z.omit(listDealerships.query, { cursor: true }).def.shape),
    typed: ['search'],
    columns: {
      ...columnsOf<Row>('name', 'phone', 'zone'),
      sample: (row: Row) => (row.sample ? 'yes' : 'no'),
      ...columnsOf<Row>('agreementDate', 'code', 'lastUsedAt', 'lastRequestAt', 'closedAt', 'createdAt'),
    },
    rows: ({ filter = 'active', search = '' }) => rows(filter, search),
  });
}
