/** What came back after a press on a request. Pure. */
import type { RequestRecord } from '#contract/desk/board-endpoints.ts';

/**
 * - `taken`: it happened, now or by an earlier press;
 * - `stands`: it did not, because the request stands otherwise: somebody else was first, or changed the same part;
 * - `refused`: the server says why in a sentence;
 * - `unreachable`: no response in time. The same press can be sent again.
 */
export type Sent =
  | { readonly kind: 'taken'; readonly record: RequestRecord }
  | { readonly kind: 'stands'; readonly record: RequestRecord }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'unreachable' };
