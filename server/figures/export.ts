/** The export of figures: one of their tables, for the same query as the screen. Its columns are those of the table. */
import * as z from 'zod/mini';
import { csvOf } from '#contract/desk/figure-tables.ts';
import { figureTableNames } from '#contract/desk/figures.ts';
import { figuresQuery } from '#contract/desk/figures-endpoints.ts';
import { permissionsOf } from '#contract/desk/permissions.ts';
import { csvHead, csvLine } from '#server/csv.ts';
import type { Exporter } from '#server/exports/service.ts';
import type { FiguresService } from './service.ts';

const filter = z.strictObject({ ...figuresQuery.def.shape, table: z.enum(figureTableNames) });

export const figuresExporter = ({ figures }: { readonly figures: FiguresService }): Exporter => ({
  kind: 'figures',
  mayRead: ({ role }) => permissionsOf(role).includes('readFigures'),
  check(given) {
    const read = filter.safeParse(given);
    if (!read.success || !figures.isPeriod(read.data)) return undefined;
    const { table, ...query } = read.data;
    return {
      detail: { filters: Object.entries(read.data).map(([name, value]) => `${name}=${value}`) },
      async *lines() {
        const found = await figures.view(query, Number.POSITIVE_INFINITY);
        if (!found) return;
        const { names, lines } = csvOf(found, table);
        yield csvHead(names);
        for (const line of lines) yield csvLine(line);
      },
    };
  },
});
