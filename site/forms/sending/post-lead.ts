/**
 * The calls of sending: one attempt to hand a lead to the mail provider, with what its response means, and the question
 * whether our server has it.
 */
import { exchange } from '#client/lib/exchange.ts';
import { readJson } from '#client/lib/storage.ts';
import { writeParams } from '#contract/answers.ts';
import type { Answers, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { idTaken, readFieldErrors, receivedPath, sentText } from '#contract/send.ts';
import type { MailClient } from '../../mail/client.ts';
import { MailFailure, type MailResponse, networkError } from '../../mail/failure.ts';
import { readRuntime } from '../../runtime.ts';
import type { Identity } from './records.ts';

/**
 * Posts one submission. Resolves when the provider took it. Rejects with a `MailFailure`, or with something else when nothing
 * could be sent at all.
 */
export type Post = (kind: LeadKind, params: Readonly<Record<string, unknown>>) => Promise<MailResponse>;

export interface Submission {
  readonly kind: LeadKind;
  readonly answers: Answers;
  readonly fingerprint: string;
  /** What travels beside the answers and is settled when the person submits. */
  readonly extras: Readonly<Record<string, string | number>>;
  readonly identity: Identity;
}

/** What came of one attempt. */
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
}

const clients = new Map<LeadKind, MailClient>();

/** The mail client as the page's settings configure it, one per form. Its module is fetched when the first thing is typed. */
async function clientOf(kind: LeadKind): Promise<MailClient> {
  const known = clients.get(kind);
  if (known) return known;
  const { origin, publicKey, blockHeadless, throttleMs } = readRuntime().mail;
  const { createMailClient } = await import('../../mail/client.ts').catch(() => {
    throw new MailFailure(0, networkError);
  });
  const limitRate = { throttle: throttleMs, id: `boxline.throttle.${kind}` };
  const client = createMailClient({ origin, publicKey, blockHeadless, limitRate });
  clients.set(kind, client);
  return client;
}

/** Posts a lead's parameters through the mail client. */
export const postLead: Post = async (kind, params) => {
  const { origin, serviceId, templateIds } = readRuntime().mail;
  const response = await (await clientOf(kind)).send(serviceId, templateIds[kind], params);
  // Our server says one thing. Anything else comes from something in between, and the lead may have got nowhere.
  if (origin === '' && response.text.trim() !== sentText) throw new MailFailure(0, networkError);
  return response;
};

/** Fetches what the first send needs while the person still types. Rejects when the page's settings are not usable. */
export const prepareToPost = async (kind: LeadKind): Promise<void> => (await clientOf(kind)).prepare();

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
  const { status, text, throttledForMs } = failure;
  const errors = status === 422 ? readFieldErrors(text) : [];
  if (errors.some(({ field }) => field === idTaken.field)) return { state: 'idTaken' };
  if (errors.length > 0) return { state: 'refused', errors };
  return { state: 'failed', status, text, posted: true, mayBeStored: status < 400 || status >= 500, throttledForMs };
}

/** Posts a submission under an identity, and reads what came of it. Never rejects. */
export async function attempt(post: Post, submission: Submission, { id, root }: Identity): Promise<Attempt> {
  const { kind, answers, extras } = submission;
  try {
    const names = { submission_id: id, ...(root !== id && { amends: root }) };
    return readSuccess(await post(kind, { ...writeParams(answers), ...extras, ...names }));
  } catch (failure) {
    return readFailure(failure);
  }
}

/**
 * Whether the server has the submission of an id; `undefined` when the answers go to another provider, which cannot be asked.
 * Rejects when there is no usable response.
 */
export async function askReceived(submissionId: string): Promise<boolean | undefined> {
  if (readRuntime().mail.origin !== '') return undefined;
  const response = await exchange(fetch, `${receivedPath}?submission_id=${submissionId}`);
  const { received } = Object(readJson(response?.text)) as { received?: unknown };
  if (typeof received !== 'boolean') throw new Error(`The server answered ${response?.status ?? 'nothing'}`);
  return received;
}
