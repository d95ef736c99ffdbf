/** Sends what waits in the queue: one tab at a time, one submission after the other. */
import { brand } from '#brand/brand.ts';
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import type { QueuedRecord } from './records.ts';
import { createSentLog, fingerprintOf, isUnstored } from './sent-log.ts';
import { type TabLock, withTabLock } from './tab-lock.ts';

/** What waits in the queue, as its sender sees it. */
export interface WaitingLeads {
  /** Their keys, oldest first. */
  keys(): readonly string[];
  /** A record while it still waits: another tab may have sent it or taken it out meanwhile. */
  read(key: string): QueuedRecord | undefined;
  /** Keeps a record, and tells the page. */
  write(record: QueuedRecord): void;
}

/** What came of one, as long as it is not on the server. */
type Unsent = Exclude<Ending, { state: 'acknowledged' }>;

/** Refusals that do not change when the same thing is sent again. Any other may pass: a proxy's, a wrong configuration's. */
const isFinal = (ending: Unsent): boolean =>
  ending.state === 'refused' ||
  [400, 413, 415, 422].includes(ending.status) ||
  // A firewall answers with the same status, and lets it pass from another network.
  (ending.status === 403 && ending.isOurs === true);

/** Whether it got through to something that refuses it, which is no server that is busy. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** The error of a form that was refused for good, and not for one of its answers. */
const notTaken = `This form was refused, whatever is in it. Call ${brand.phone} or write to ${brand.email}`;

/**
 * Sends what waits, unless another tab does.
 *
 * @param holder names this page among those that want to
 */
export async function sendWaiting(environment: Environment, holder: string, waiting: WaitingLeads): Promise<void> {
  const sentLog = createSentLog(environment.device, environment.now);

  /** Keeps what came of one. */
  function settle(record: QueuedRecord, ending: Ending): void {
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
      // While a submission waits, its id is its own: its person was told the reference that follows from it.
      if (isUnstored(ending, record)) sentLog.withdraw(record.id);
    }
  }

  /** True when the rest may be tried too. */
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
    if (current) settle(current, ending);
    return ending.state !== 'failed' || isRefusal(ending.status);
  }

  await withTabLock(environment, holder, async (lock) => {
    for (const key of waiting.keys()) if (!(await sendOne(key, lock))) return;
  });
}
