/**
 * Delivers one submission to the server, once. The server keeps one lead per id, and answers OK again to the same id with the same
 * answers. When the server knows the id with other answers, this code decides which id to use next.
 */
import { idTaken } from '#contract/field-errors.ts';
import { mintId } from '#contract/reference.ts';
import { type Attempt, attempt, type FailedAttempt, type Submission } from './attempt.ts';
import { spreadOut, wait } from './backoff.ts';
import type { Environment } from './environment.ts';
import { type Identity, isChange, newIdentity } from './records.ts';
import type { SentLog } from './sent-log.ts';

/** The result of a delivery. It belongs to the last identity that was given to `keep`. */
export type Ending = Exclude<Attempt, { state: 'idTaken' }>;

export interface Delivery {
  readonly environment: Pick<Environment, 'spread' | 'post' | 'after'>;
  readonly sentLog: SentLog;
  /** Stores the identity: marked unsure before each attempt, and afterwards as the outcome says. */
  readonly keep: (identity: Identity) => void;
  /** Called with the time until the next try when the server is busy. Without this function, a busy server is not tried again. */
  readonly onWait?: ((delayMs: number) => void) | undefined;
}

/** How often a submission gets a new id within one delivery. */
const maxRenewals = 3;
/** The waits after a 429 while the person looks on, in milliseconds: about a minute in all. */
const busyBackoffMs = [2_000, 4_000, 8_000, 16_000, 32_000];
/** The longest wait for another try while the person looks on. */
const longestBackoffMs = 60_000;

/**
 * The next identity, when the server has the id with other answers.
 *
 * If this draft was sent before and no response came, the server's answers are an earlier version of these: the new id amends the
 * first id of the chain. If not, they belong to somebody else (another tab, another store). Then these answers are a lead of their
 * own, under the id with which they were already sent, if there is one.
 */
function successor(identity: Identity, { kind, fingerprint }: Submission, { sentLog }: Delivery): Identity {
  const id = mintId();
  if (identity.unsure || isChange(identity)) return newIdentity(id, identity.root);
  const known = sentLog.same(kind, fingerprint);
  return newIdentity(known && !known.isReplaced ? known.id : id, known?.root);
}

/** How long to wait before a busy server is tried again, in milliseconds; `undefined` when it is not tried again. */
function backoffAfter({ throttledForMs = 0 }: FailedAttempt, tries: number, { onWait, environment }: Delivery) {
  const backoffMs = busyBackoffMs[tries];
  if (!onWait || backoffMs === undefined || throttledForMs > longestBackoffMs) return undefined;
  return throttledForMs || spreadOut(backoffMs, environment.spread);
}

/** Sends until the result is final. Never rejects. */
export async function deliver(submission: Submission, delivery: Delivery): Promise<Ending> {
  const { environment, sentLog, keep } = delivery;
  let { identity } = submission;
  let [renewals, tries] = [0, 0];
  for (;;) {
    keep({ ...identity, unsure: true });
    sentLog.note(submission.kind, identity, submission.fingerprint, true);
    const outcome = await attempt(environment.post, submission, identity);
    if (outcome.state === 'acknowledged') {
      sentLog.acknowledge(identity.id, submission.fingerprint);
      return outcome;
    }
    sentLog.setUnderWay(identity.id);
    if (outcome.state === 'failed' && outcome.mayBeStored) {
      // Whoever asked the server meanwhile may know that it has these answers.
      const known = sentLog.of(identity.id);
      const isThere = known?.acknowledged && known.fingerprint === submission.fingerprint;
      return isThere ? { state: 'acknowledged' } : outcome;
    }

    // This refusal says nothing about earlier attempts, so the identity stays as unsure as it was.
    keep(identity);
    if (outcome.state === 'failed' && outcome.status === 429) {
      const delayMs = backoffAfter(outcome, tries++, delivery);
      if (delayMs !== undefined) {
        delivery.onWait?.(delayMs);
        await wait(environment, delayMs);
        continue;
      }
    }
    if (outcome.state !== 'idTaken') return outcome;
    sentLog.taken(identity.id);
    if (renewals++ === maxRenewals) {
      return { state: 'failed', status: 422, text: idTaken.text, posted: true, mayBeStored: false };
    }
    identity = successor(identity, submission, delivery);
    keep(identity);
  }
}
