/** The export of requests and logged calls: what a search of the deal board finds, the newest first. */
import * as z from 'zod/mini';
import { dealLimits } from '#contract/desk/board.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
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
    filter: z.strictObject({ search: z.optional(z.string().check(z.maxLength(dealLimits.search))) }),
    typed: ['search'],
    columns: {
      reference: (row: BoardRow) => row.reference,
      kind: (row) => row.kind,
      dealership: (row) => row.dealershipName,
      type: (row) => row.requestType,
      created_at: (row) => row.createdAt,
      accepted_at: (row) => row.acceptedAt,
      accepted_by: (row) => row.acceptedBy,
      connected_at: (row) => row.connectedAt,
      signing_at: (row) => row.signingAt,
      ended_at: (row) => row.endedAt,
      state: (row) => row.state,
      disposition: (row) => row.disposition,
    },
    rows: ({ search = '' }) => rowsOf(boards, search),
  });
