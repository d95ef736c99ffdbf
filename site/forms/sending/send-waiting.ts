/** Sends what waits in the queue: one tab at a time, one submission after the other. */
import { type Delivery, deliver, type Ending } from './deliver.ts';
import type { Environment } from './environment.ts';
import type { QueuedRecord } from './records.ts';
import { createSentLog, fingerprintOf } from './sent-log.ts';
import { type TabLock, withTabLock } from './tab-lock.ts';

/** What waits in the queue, for the one who sends it. */
export interface WaitingLeads {
  /** Their keys, oldest first. */
  keys(): readonly string[];
  /** A record while it still waits: another tab may have sent it or taken it out meanwhile. */
  read(key: string): QueuedRecord | undefined;
  write(record: QueuedRecord): void;
  /** Keeps what came of one. */
  settle(record: QueuedRecord, ending: Ending): void;
}

/**
 * Sends what waits, unless another tab does.
 *
 * @param holder names this page among those that want to
 */
export async function sendWaiting(environment: Environment, holder: string, waiting: WaitingLeads): Promise<void> {
  const sentLog = createSentLog(environment.device, environment.now);

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
    if (current) waiting.settle(current, ending);
    return ending.state !== 'failed' || (ending.status >= 400 && ending.status < 500 && ending.status !== 429);
  }

  await withTabLock(environment, holder, async (lock) => {
    for (const key of waiting.keys()) if (!(await sendOne(key, lock))) return;
  });
}
