/** Sends the waiting submissions of the queue: one tab at a time, one submission after the other. */
import { brand } from '#brand/brand.ts';
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import type { QueuedRecord } from './records.ts';
import { createSentLog, fingerprintOf, isUnstored } from './sent-log.ts';
import { type TabLock, withTabLock } from './tab-lock.ts';

/** The waiting submissions, as the sender sees them. */
export interface WaitingLeads {
  /** The keys of the waiting submissions, oldest first. */
  keys(): readonly string[];
  /** The record, if it still waits. Another tab may have sent or removed it meanwhile. */
  read(key: string): QueuedRecord | undefined;
  /** Stores a record, and updates the page. */
  write(record: QueuedRecord): void;
}

/** The result of a submission that is not on the server. */
type Unsent = Exclude<Ending, { state: 'acknowledged' }>;

/**
 * Whether sending the same thing again cannot help. Any other refusal may pass, such as one by a proxy or by a wrong configuration.
 */
const isFinal = (ending: Unsent): boolean =>
  ending.state === 'refused' ||
  // Only refusals of our own server are final: a firewall gives the same ones, and another network may let the submission pass. Of
  // another provider nobody knows, so a 403 may pass.
  ((ending.isOurs ?? ending.status !== 403) && [400, 403, 413, 415, 422].includes(ending.status));

/** Whether a status is a refusal: a 4xx, except 429, which says that the server is busy. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** The error of a form that was refused for good, and not for one of its answers. */
const notTaken = `This form was refused, whatever is in it. Call ${brand.phone} or write to ${brand.email}`;

/**
 * Sends the waiting submissions, unless another tab does. Returns whether it did.
 *
 * @param holder names this page among the pages that want the lock
 * @param isPatient false: does not wait for the turn of another tab, which the system may have frozen with it. When both send, the server
 *   keeps one lead all the same.
 */
export async function sendWaiting(
  environment: Environment,
  holder: string,
  waiting: WaitingLeads,
  isPatient: boolean,
): Promise<boolean> {
  const sentLog = createSentLog(environment.device, environment.now);

  /** Stores the result of one submission. */
  function recordResult(record: QueuedRecord, ending: Ending): void {
    // Nothing that a person typed stays on the device once the server has it.
    if (ending.state === 'acknowledged') {
      const queuedAt = environment.now();
      waiting.write({ ...record, state: 'sent', isHindered: false, answers: {}, extras: {}, queuedAt });
      return;
    }
    const isHindered = ending.state === 'failed' && isRefusal(ending.status);
    if (!isFinal(ending)) waiting.write({ ...record, isHindered });
    else {
      const errors = ending.state === 'refused' ? ending.errors : [{ field: '', text: notTaken }];
      const reason = ending.state === 'failed' ? ending.text : '';
      waiting.write({ ...record, state: 'refused', isHindered, errors, reason });
      // Only now may the id be used again. While the submission waited, the id stayed reserved, because the person was told the
      // reference made from it.
      if (isUnstored(ending, record)) sentLog.withdraw(record.id);
    }
  }

  /** Sends one submission. Returns true when the next ones may be tried too. */
  async function sendOne(key: string, lock: TabLock): Promise<boolean> {
    const record = waiting.read(key);
    if (!record) return true;
    const { kind, answers, extras, id, root, unsure } = record;
    const delivery: Delivery = {
      environment,
      sentLog,
      keep(identity) {
        lock.renew();
        const current = waiting.read(key);
        if (current) waiting.write({ ...current, ...identity });
      },
    };
    const identity = { id, root, unsure };
    const ending = await deliver({ kind, answers, extras, identity, fingerprint: fingerprintOf(answers) }, delivery);
    const current = waiting.read(key);
    if (current) recordResult(current, ending);
    return ending.state !== 'failed' || isRefusal(ending.status);
  }

  const sendAll = async (lock: TabLock): Promise<void> => {
    for (const key of waiting.keys()) if (!(await sendOne(key, lock))) return;
  };
  if (isPatient) return withTabLock(environment, holder, sendAll);
  await sendAll({ renew: () => undefined });
  return true;
}
