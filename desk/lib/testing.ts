/** A list of the desk that no screen has, for tests of how lists are read. */
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const row = z.object({ id: z.string(), said: z.string() });
const rowsPage = z.object({ rows: z.array(row), nextCursor: z.nullable(z.string()) });

export type RowsPage = z.infer<typeof rowsPage>;

export const listRows = endpoint('GET', '/api/desk/rows', {
  summary: 'Rows',
  auth: { staff: 'signed-in' },
  query: z.object({ cursor: z.optional(z.string()) }),
  responses: { 200: rowsPage },
});
