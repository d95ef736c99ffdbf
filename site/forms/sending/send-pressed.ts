/** Sends what the person presses for now, after earlier changes of the same lead that wait. */
import { mintId } from '#contract/reference.ts';
import type { Submission } from './attempt.ts';
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import { queuedPrefix } from './lifetimes.ts';
import { type QueuedRecord, queuedRecord, readRecord } from './records.ts';
import type { SendQueue } from './send-queue.ts';
import { fingerprintOf, isUnstored } from './sent-log.ts';

export type PressedDelivery = Delivery & { readonly environment: Environment & { readonly queue: SendQueue } };

/** The changes of a lead that wait in the queue. */
const changesOf = ({ device }: Environment, root: string): QueuedRecord[] =>
  device
    .keys(queuedPrefix)
    .flatMap((key) => readRecord(device, key, queuedRecord) ?? [])
    .filter((lead) => lead.state === 'waiting' && lead.root === root && lead.id !== root);

/**
 * Sends until the result is final, as `deliver` does. The server keeps the version of a lead that comes last, so a waiting change
 * of the lead is sent first. A change that cannot be sent now leaves the queue, because this press replaces it and it must not
 * arrive later. It is queued again when nothing of this press was stored.
 */
export async function sendPressed(submission: Submission, delivery: PressedDelivery): Promise<Ending> {
  const { environment, sentLog } = delivery;
  const { kind, fingerprint, identity } = submission;
  const { id, root } = identity;
  if (changesOf(environment, root).length === 0) return deliver(submission, delivery);
  const { queue } = environment;
  await queue.flush();
  const left = changesOf(environment, root);
  for (const { key } of left) queue.remove(key);
  // The server had these answers before the change that was just sent. They are a new change, which brings the lead back to what it
  // was.
  const known = sentLog.same(kind, fingerprint);
  const isReplaced = known?.id === id && known.isReplaced;
  const renamed = isReplaced ? { id: mintId(environment.random), root, unsure: false } : identity;
  const ending = await deliver({ ...submission, identity: renamed }, delivery);
  if (!isUnstored(ending, { unsure: false })) return ending;
  for (const { key, queuedAt, state, errors, reason, version, startedAt, unsure, ...lead } of left) {
    const again = { id: lead.id, root: lead.root, unsure };
    queue.add({ ...lead, identity: again, fingerprint: fingerprintOf(lead.answers) }, startedAt);
  }
  return ending;
}
