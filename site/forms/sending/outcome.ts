/** The outcome of one attempt, read from the mail client's response or failure. */
import type { FieldError } from '#contract/fields.ts';
import { idTaken, readFieldErrors } from '#contract/send.ts';
import { MailFailure, type MailResponse, networkError } from '../../mail/failure.ts';

export type Outcome =
  | { readonly kind: 'stored' }
  /** The server knows the id with other answers. Nothing was stored. */
  | { readonly kind: 'idTaken' }
  /** The server's 422: these answers cannot be taken. */
  | { readonly kind: 'refused'; readonly errors: FieldError[] }
  /** 429: the server's, or the client's own throttle. */
  | { readonly kind: 'busy'; readonly failure: MailFailure }
  /** A definite no: nothing was stored by this attempt. */
  | { readonly kind: 'rejected'; readonly status: number; readonly text: string; readonly posted: boolean }
  /** It may have been stored. */
  | { readonly kind: 'unknown'; readonly status: number; readonly text: string };

/** A page instead of the provider's short text comes from something in between, such as a hotel's sign-in page. */
const isPage = (text: string) => /^\s*</.test(text);

/** What a 2xx means. */
export const readSuccess = ({ text }: MailResponse): Outcome =>
  isPage(text) ? { kind: 'unknown', status: 0, text: networkError } : { kind: 'stored' };

/** What a rejection of the mail client means. */
export function readFailure(failure: unknown): Outcome {
  if (!(failure instanceof MailFailure)) {
    const text = failure instanceof Error ? failure.message : String(failure);
    return { kind: 'rejected', status: 0, text, posted: false };
  }
  const { status, text } = failure;
  if (status === 429) return { kind: 'busy', failure };
  if (status < 400 || status >= 500) return { kind: 'unknown', status, text };
  const errors = status === 422 ? readFieldErrors(text) : [];
  if (errors.some(({ field }) => field === idTaken.field)) return { kind: 'idTaken' };
  return errors.length ? { kind: 'refused', errors } : { kind: 'rejected', status, text, posted: true };
}
