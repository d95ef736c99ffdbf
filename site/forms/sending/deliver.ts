/**
 * One submission on its way to the server, once. The server keeps one lead per id: the same id with the same answers is
 * answered OK again. This side decides which id to use when the server knows the id with other answers.
 */
import type { Answers, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId } from '#contract/reference.ts';
import { idTaken } from '#contract/send.ts';
import type { MailFailure } from '../../mail/failure.ts';
import { busyBackoffMs, spreadOut } from './backoff.ts';
import { type Environment, wait } from './environment.ts';
import { type Outcome, readFailure, readSuccess } from './outcome.ts';
import type { Identity } from './records.ts';
import type { SentLog } from './sent-log.ts';
import { type Extras, paramsOf } from './wire.ts';

export interface Submission {
  readonly kind: LeadKind;
  readonly answers: Answers;
  readonly fingerprint: string;
  readonly extras: Extras;
  readonly identity: Identity;
}

/** How it ended. The last identity given to `keep` goes with it. */
export type Ending =
  | { readonly state: 'acknowledged' }
  /** Nothing was stored: these answers cannot be taken. */
  | { readonly state: 'refused'; readonly errors: FieldError[] }
  /** Status 0: no response came. `posted` is false when nothing could be sent. */
  | { readonly state: 'failed'; readonly status: number; readonly text: string; readonly posted: boolean };

export interface Delivery {
  readonly environment: Pick<Environment, 'now' | 'random' | 'spread' | 'post' | 'after'>;
  readonly posted: SentLog;
  /** Keeps the identity: before each attempt as unsure, and after it with what the outcome says of it. */
  readonly keep: (identity: Identity) => void;
  /** Called with the time of the next try when the server is busy. Without it nothing is tried again. */
  readonly onWait?: ((retryAtMs: number) => void) | undefined;
}

/** How often one submission takes a new id by itself. */
const maxRenewals = 3;

/**
 * The identity that follows one which the server holds with other answers.
 *
 * If this very draft went out before and its fate is unknown, those answers are an earlier version of these: the new id
 * amends the first of the chain. If not, they are someone else's (another tab, another store) and these are a lead of
 * their own, under the id that they were already posted with if there is one.
 */
function successor(identity: Identity, { kind, fingerprint }: Submission, { environment, posted }: Delivery): Identity {
  const id = mintId(environment.random);
  if (identity.unsure || identity.id !== identity.root) return { id, root: identity.root, unsure: false };
  const known = posted.same(kind, fingerprint);
  return known ? { id: known.id, root: known.root, unsure: false } : { id, root: id, unsure: false };
}

async function attempt(submission: Submission, identity: Identity, { environment }: Delivery): Promise<Outcome> {
  try {
    const params = paramsOf(submission.answers, submission.extras, identity);
    return readSuccess(await environment.post(submission.kind, params));
  } catch (failure) {
    return readFailure(failure);
  }
}

/** The longest that a person is kept waiting for one more try. */
const longestBackoffMs = 60_000;

/** How long to wait before a busy server is tried again; `undefined` for no longer. */
function backoffAfter({ throttledForMs = 0 }: MailFailure, tries: number, { onWait, environment }: Delivery) {
  const backoffMs = busyBackoffMs[tries];
  if (!onWait || backoffMs === undefined || throttledForMs > longestBackoffMs) return undefined;
  return throttledForMs || spreadOut(backoffMs, environment.spread);
}

function endingOf(outcome: Exclude<Outcome, { kind: 'stored' | 'idTaken' }>): Ending {
  if (outcome.kind === 'refused') return { state: 'refused', errors: outcome.errors };
  const { status, text } = outcome.kind === 'busy' ? outcome.failure : outcome;
  return { state: 'failed', status, text, posted: outcome.kind !== 'rejected' || outcome.posted };
}

/** Sends until the server has answered for good. Never rejects. */
export async function deliver(submission: Submission, delivery: Delivery): Promise<Ending> {
  const { environment, posted, keep } = delivery;
  let { identity } = submission;
  let [renewals, tries] = [0, 0];
  for (;;) {
    keep({ ...identity, unsure: true });
    posted.note(submission.kind, identity, submission.fingerprint, true);
    const outcome = await attempt(submission, identity, delivery);
    if (outcome.kind === 'stored') {
      posted.acknowledge(identity.id);
      return { state: 'acknowledged' };
    }
    posted.settle(identity.id);
    if (outcome.kind === 'unknown') return endingOf(outcome);

    // A refusal says nothing about the attempts before it: the identity is as unsure as it was.
    keep(identity);
    if (outcome.kind === 'busy') {
      const delayMs = backoffAfter(outcome.failure, tries++, delivery);
      if (delayMs !== undefined) {
        delivery.onWait?.(environment.now() + delayMs);
        await wait(environment, delayMs);
        continue;
      }
    }
    if (outcome.kind !== 'idTaken') {
      if (!identity.unsure) posted.withdraw(identity.id);
      return endingOf(outcome);
    }
    if (renewals++ === maxRenewals) return { state: 'failed', status: 422, text: idTaken.text, posted: true };
    posted.taken(identity.id);
    identity = successor(identity, submission, delivery);
    keep(identity);
  }
}
