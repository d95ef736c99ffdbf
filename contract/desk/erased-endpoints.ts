/** Which records were erased. A console asks about those on which somebody has something unsent, because that must go too. */
import * as z from 'zod/mini';
import { atMost, text } from '../schemas.ts';
import { reads } from './desk-endpoint.ts';

/** How many ids are asked for at a time. */
export const mostAskedErased = 40;

const erasedRecord = z.object({
  id: text,
  kind: z.enum(['lead', 'request', 'call', 'dealership', 'contact']),
  /** Empty for a kind without references. */
  reference: text,
});
export type ErasedRecord = z.infer<typeof erasedRecord>;

/**
 * Those of the records that were erased, or ended as a contact does. An id that no record has is left out, and so is one of a kind
 * that the caller may not read: nobody learns that it was there. By whom and why something was erased is in its certificate alone.
 */
export const findErased = reads('signed-in', '/api/desk/erased', {
  summary: 'Which of these records were erased',
  /** Ids with commas between them. */
  query: z.object({ ids: z.optional(atMost(mostAskedErased * 64)) }),
  responses: { 200: z.object({ erased: z.array(erasedRecord) }) },
});
