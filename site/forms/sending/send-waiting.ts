/** Sends what waits in the queue: one tab at a time, one submission after the other. */
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import type { QueuedRecord } from './records.ts';
import { createSentLog, fingerprintOf, isUnstored } from './sent-log.ts';
import { type TabLock, withTabLock } from './tab-lock.ts';

/** What waits in the queue, for the one who sends it. */
export interface WaitingLeads {
  /** Their keys, oldest first. */
  keys(): readonly string[];
  /** A record while it still waits: another tab may have sent it or taken it out meanwhile. */
  read(key: string): QueuedRecord | undefined;
  /** Keeps a record, and tells the page. */
  write(record: QueuedRecord): void;
}

/** Refusals that do not change when the same thing is sent again. Any other may pass: a proxy's, a wrong configuration's. */
const isFinal = (ending: Ending): boolean =>
  ending.state === 'refused' || (ending.state === 'failed' && [400, 413, 415, 422].includes(ending.status));

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
      waiting.write({ ...record, state: 'sent', answers: {}, extras: {}, queuedAt: environment.now() });
    } else if (isFinal(ending)) {
      const errors = ending.state === 'refused' ? ending.errors : [];
      waiting.write({ ...record, state: 'refused', errors, reason: ending.state === 'failed' ? ending.text : '' });
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
    return ending.state !== 'failed' || (ending.status >= 400 && ending.status < 500 && ending.status !== 429);
  }

  await withTabLock(environment, holder, async (lock) => {
    for (const key of waiting.keys()) if (!(await sendOne(key, lock))) return;
  });
}
