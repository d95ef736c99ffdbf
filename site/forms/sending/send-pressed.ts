/** Sends what the person presses for now, after earlier changes of the same lead that wait. */
import { mintId } from '#contract/reference.ts';
import type { Submission } from './attempt.ts';
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import { newIdentity } from './records.ts';
import type { SendQueue } from './send-queue.ts';
import { fingerprintOf, isUnstored } from './sent-log.ts';

export type PressedDelivery = Delivery & { readonly environment: Environment & { readonly queue: SendQueue } };

/**
 * Sends until the result is final, as `deliver` does. The server keeps the version of a lead that comes last, so a waiting change
 * of the lead is sent first. A change that cannot be sent now leaves the queue, because this press replaces it and it must not
 * arrive later. It is queued again when nothing of this press was stored.
 */
export async function sendPressed(submission: Submission, delivery: PressedDelivery): Promise<Ending> {
  const { environment, sentLog } = delivery;
  const { kind, fingerprint, identity } = submission;
  const { id, root } = identity;
  const { queue } = environment;
  if (queue.changes(root).length === 0) return deliver(submission, delivery);
  await queue.flush();
  const left = queue.changes(root);
  for (const { key } of left) queue.remove(key);
  // The server had these answers before the change that was just sent. They are a new change, which brings the lead back to what it
  // was.
  const known = sentLog.same(kind, fingerprint);
  const isReplaced = known?.id === id && known.isReplaced;
  const renamed = isReplaced ? newIdentity(mintId(), root) : identity;
  const ending = await deliver({ ...submission, identity: renamed }, delivery);
  if (!isUnstored(ending, { unsure: false })) return ending;
  for (const { id, root, unsure, kind, answers, extras, startedAt } of left) {
    queue.add(
      { kind, answers, extras, identity: { id, root, unsure }, fingerprint: fingerprintOf(answers) },
      startedAt,
    );
  }
  return ending;
}
