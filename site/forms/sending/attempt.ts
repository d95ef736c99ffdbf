/** One attempt to send a lead to the mail provider, and the meaning of the response. */
import { idTaken, readFieldErrors } from '#contract/field-errors.ts';
import type { Answers, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { writeParams } from '#contract/write-params.ts';
import { MailFailure, type MailResponse, networkError } from '../../mail/failure.ts';
import type { Post } from './post-lead.ts';
import type { Identity } from './records.ts';

export interface Submission {
  readonly kind: LeadKind;
  readonly answers: Answers;
  readonly fingerprint: string;
  /** What is sent beside the answers, fixed at the moment when the person submits. */
  readonly extras: Readonly<Record<string, string | number>>;
  readonly identity: Identity;
}

/** The result of one attempt. */
export type Attempt =
  | { readonly state: 'acknowledged' }
  /** The server knows the id with other answers. Nothing was stored. */
  | { readonly state: 'idTaken' }
  /** The server's 422: these answers cannot be taken. Nothing was stored. */
  | { readonly state: 'refused'; readonly errors: FieldError[] }
  | FailedAttempt;

export interface FailedAttempt {
  readonly state: 'failed';
  /** 0: no response came. 429: the server is busy, or the mail client's own throttle refused. */
  readonly status: number;
  readonly text: string;
  /** False when nothing could be sent. */
  readonly posted: boolean;
  /** Whether the server may have stored it. */
  readonly mayBeStored: boolean;
  /** Set when the mail client's own throttle refused: how long it goes on. */
  readonly throttledForMs?: number | undefined;
  /** True when our own server refused, and not a proxy or firewall in between. */
  readonly isOurs?: boolean | undefined;
}

/** A page instead of the provider's short text comes from something in between, such as a hotel's sign-in page. */
const isPage = (text: string) => /^\s*</.test(text);

const readSuccess = ({ text }: MailResponse): Attempt =>
  isPage(text)
    ? { state: 'failed', status: 0, text: networkError, posted: true, mayBeStored: true }
    : { state: 'acknowledged' };

function readFailure(failure: unknown): Attempt {
  if (!(failure instanceof MailFailure)) {
    const text = failure instanceof Error ? failure.message : String(failure);
    return { state: 'failed', status: 0, text, posted: false, mayBeStored: false };
  }
  const { status, text, throttledForMs, isOurs } = failure;
  const errors = status === 422 ? readFieldErrors(text) : [];
  if (errors.some(({ field }) => field === idTaken.field)) return { state: 'idTaken' };
  if (errors.length > 0) return { state: 'refused', errors };
  const mayBeStored = status < 400 || status >= 500;
  return { state: 'failed', status, text, posted: true, mayBeStored, throttledForMs, isOurs };
}

/** Posts a submission under an identity, and reads the result. Never rejects. */
export async function attempt(post: Post, submission: Submission, { id, root }: Identity): Promise<Attempt> {
  const { kind, answers, extras } = submission;
  try {
    const names = { submission_id: id, ...(root !== id && { amends: root }) };
    return readSuccess(await post(kind, { ...writeParams(answers), ...extras, ...names }));
  } catch (failure) {
    return readFailure(failure);
  }
}
