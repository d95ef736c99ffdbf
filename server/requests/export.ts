/** The export of requests and logged calls: what a search of the deal board finds, the newest first. */
import * as z from 'zod/mini';
import { searchRequests } from '#contract/desk/board-endpoints.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import { columnsOf } from '#server/csv.ts';
import { defineExporter } from '#server/exports/service.ts';
import type { Boards } from './board.ts';

const sliceRows = 200;

async function* rowsOf(boards: Boards, search: string): AsyncGenerator<BoardRow> {
  let cursor: string | undefined;
  do {
    const found = await boards.search(search, cursor, sliceRows);
    yield* found?.rows ?? [];
    cursor = found?.cursor ?? undefined;
  } while (cursor !== undefined);
}

export const requestsExporter = ({ boards }: { readonly boards: Boards }) =>
  defineExporter({
    kind: 'requests',
    needs: 'readRequests',
    filter: z.strictObject(z.omit(searchRequests.query, { cursor: true }).def.shape),
    typed: ['search'],
    columns: {
      ...columnsOf<BoardRow>('reference', 'kind'),
      dealership: (row: BoardRow) => row.dealershipName,
      type: (row) => row.requestType,
      ...columnsOf<BoardRow>('createdAt', 'acceptedAt', 'acceptedBy', 'connectedAt', 'signingAt', 'endedAt'),
      ...columnsOf<BoardRow>('state', 'disposition'),
    },
    rows: ({ search = '' }) => rowsOf(boards, search),
  });
