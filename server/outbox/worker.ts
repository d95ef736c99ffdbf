/**
 * Sends the messages that are due, a few at once, and records the result of each as soon as it is known. Any number of workers, in one
 * process or in many, may share an outbox.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseDown } from '#server/database/open.ts';
import type { Mail } from './mail/transport.ts';
import { type Claim, leaseMs, type Outbox } from './outbox.ts';
import { type Outcome, type Result, resultOf, type SendResult } from './retry-schedule.ts';

/** The worker's log. It gets ids and codes and no contents; `err` is written without its message. */
export interface WorkerLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
  error(facts: object, event: string): void;
}

/** Sends the messages of one channel. */
export interface Transport<Content> {
  /** Never rejects. A failure is a result too. */
  send(content: Content, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export interface WorkerOptions<Content = Mail> {
  readonly outbox: Pick<
    Outbox,
    | 'schedule'
    | 'claim'
    | 'whyOver'
    | 'endAsOver'
    | 'mayStillSend'
    | 'heartbeat'
    | 'recordResult'
    | 'release'
    | 'giveBackLost'
  >;
  readonly transport: Transport<Content>;
  readonly compose: (message: Claim) => Promise<Content>;
  /** Whether the content may leave as it was written. If not, the message is written again. */
  readonly isCurrent?: (message: Claim, content: Content) => Promise<boolean>;
  readonly log: WorkerLog;
  readonly random?: () => number;
  /** How many messages it sends at once. */
  readonly concurrency?: number;
  /** How often the worker looks at the outbox when nothing wakes it, in milliseconds. */
  readonly pollMs?: number;
  readonly heartbeatMs?: number;
  /** How long `stop` waits for messages that are being sent, before it interrupts them, and then for their results. In milliseconds. */
  readonly finishMs?: number;
  readonly interruptMs?: number;
}

export type Worker = ReturnType<typeof createWorker>;

const storeRetryMs = 1000;

/** The pause before the worker asks again, when it was woken while it found nothing. In milliseconds. */
const askAgainMs = 10;

/** A message that must not go out any more, with the reason. */
interface Over {
  readonly kind: 'over';
  readonly reason: string;
}

/** The defaults of `finishMs` and `interruptMs`. */
export const stopTimes = { finishMs: 1800, interruptMs: 700 } as const;

export function createWorker<Content = Mail>(options: WorkerOptions<Content>) {
  const { outbox, transport, compose, log, random = Math.random, concurrency = 3 } = options;
  const { isCurrent = async () => true, pollMs = 1000, heartbeatMs = leaseMs / 3 } = options;
  const { finishMs = stopTimes.finishMs, interruptMs = stopTimes.interruptMs } = options;
  const running = new Set<Promise<void>>();
  const interruption = new AbortController();
  let stopping = false;
  /** Whether a sender is asking the outbox for a message at this moment. */
  let asking = false;
  let wakes = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Renews the lease while `work` runs, and aborts its signal when another worker took the message over. */
  async function underLease<T>(claim: Claim, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    const beats = setInterval(async () => {
      try {
        if (!(await outbox.heartbeat(claim))) lost.abort();
      } catch (err) {
        log.warn({ messageId: claim.id, err }, 'the lease of a message could not be renewed');
      }
    }, heartbeatMs);
    try {
      return await work(AbortSignal.any([lost.signal, interruption.signal]));
    } finally {
      clearInterval(beats);
    }
  }

  /** Repeats a write to a claimed message until it succeeds, or the worker stops. The message may have left, so its result must not be lost. */
  async function writeUntilDone(claim: Claim, write: () => Promise<boolean>): Promise<void> {
    for (;;) {
      try {
        if (!(await write())) log.warn({ messageId: claim.id }, 'another worker took this message over');
        return;
      } catch (err) {
        log.error({ messageId: claim.id, err }, 'the result of a message could not be recorded');
        if (stopping) return;
        await pause(storeRetryMs);
      }
    }
  }

  async function trySending(claim: Claim): Promise<SendResult | Over> {
    let content: Content;
    try {
      const reason = await outbox.whyOver(claim);
      if (reason !== undefined) return { kind: 'over', reason };
      content = await compose(claim);
    } catch (err) {
      log.error({ messageId: claim.id, kind: claim.kind, err }, 'a message could not be written');
      if (isDatabaseDown(err)) {
        // The message is due at once again, and the database may be down for long.
        if (!stopping) await pause(storeRetryMs);
        return { kind: 'interrupted' };
      }
      const reason = `The message could not be written: ${err instanceof Error ? err.message : 'unknown error'}`;
      return { kind: 'retry', step: 'writing', code: 'COMPOSE', reason };
    }
    return underLease(claim, async (signal) =>
      (await mayStillSend(claim, content)) ? transport.send(content, signal) : { kind: 'interrupted' },
    );
  }

  /** Checks the message right before it leaves. Another worker may have it by now, or it may be over or go elsewhere. */
  async function mayStillSend(claim: Claim, content: Content): Promise<boolean> {
    try {
      return (await isCurrent(claim, content)) && (await outbox.mayStillSend(claim));
    } catch (err) {
      log.warn({ messageId: claim.id, err }, 'whether a message may still leave could not be checked');
      return false;
    }
  }

  function logResult(claim: Claim, outcome: Outcome, result: Result): void {
    const facts = { messageId: claim.id, kind: claim.kind, attempt: claim.attempts, state: result.state };
    if (outcome.kind === 'sent') log.info(facts, 'a message was sent');
    else if (result.state === 'failed') log.error({ ...facts, code: outcome.code }, 'a message needs a person');
    else log.warn({ ...facts, code: outcome.code }, 'a message is tried again');
  }

  async function deliver(claim: Claim): Promise<void> {
    // The schedule is used up although no try ever ended: the process died during each one.
    const crashed: Outcome = { kind: 'retry', code: 'CRASHED', reason: 'The server stopped during each try.' };
    const outcome = claim.attempts > outbox.schedule.delaysMs.length ? crashed : await trySending(claim);
    if (outcome.kind === 'interrupted') return writeUntilDone(claim, () => outbox.release(claim));
    if (outcome.kind === 'over') {
      await writeUntilDone(claim, () => outbox.endAsOver(claim, outcome.reason));
      return log.info({ messageId: claim.id, kind: claim.kind }, 'a message was over before it was sent');
    }
    const result = resultOf(outcome, claim, random, outbox.schedule);
    await writeUntilDone(claim, () => outbox.recordResult(claim, result, outcome));
    logResult(claim, outcome, result);
  }

  async function claimOne(): Promise<Claim | undefined> {
    asking = true;
    try {
      return await outbox.claim();
    } finally {
      asking = false;
    }
  }

  /** Sends one message after another until none is due. A wake during the last claim makes it claim again. */
  async function sendWhatIsDue(): Promise<void> {
    while (!stopping) {
      const wakesBefore = wakes;
      const claim = await claimOne();
      // If one message was due, another may be, so another sender starts. An idle outbox is asked only once.
      if (claim) startSending();
      if (claim) await (stopping ? outbox.release(claim) : deliver(claim));
      else if (wakes === wakesBefore) return;
      // In a burst of leads each lead wakes the worker. The pause lets one question answer many wakes.
      else await pause(askAgainMs);
    }
  }

  /** Starts another sender, unless `concurrency` senders are running. */
  function startSending(): void {
    if (stopping || running.size >= concurrency) return;
    const sending = sendWhatIsDue()
      .catch((err: unknown) => log.error({ err }, 'the outbox could not be read'))
      .finally(() => running.delete(sending));
    running.add(sending);
  }

  /** Gives back what was claimed without an answer. The next claim would do it, and a worker that stops makes none. */
  async function giveBackLost(): Promise<void> {
    try {
      await outbox.giveBackLost();
    } catch (err) {
      log.warn({ err }, 'messages that were claimed without an answer could not be given back');
    }
  }

  function look(): void {
    wakes += 1;
    // A sender that is asking now asks again, because it may have looked before the message was there.
    if (!asking) startSending();
  }

  return {
    start() {
      timer ??= setInterval(look, pollMs);
      look();
    },
    /** Tells the worker that something may be due now. Before `start` it does nothing. */
    wake() {
      if (timer) look();
    },
    /** Sends everything that is due now, and resolves when the results are recorded. */
    async runDue() {
      look();
      while (running.size > 0) await Promise.all(running);
    },
    /** Finishes or gives back the messages that are being sent, within `finishMs + interruptMs`. */
    async stop() {
      stopping = true;
      clearInterval(timer);
      const finished = Promise.all(running).then(giveBackLost);
      const leftAfter = (ms: number) => Promise.race([finished, pause(ms, undefined, { ref: false })]);
      await leftAfter(finishMs);
      interruption.abort();
      await leftAfter(interruptMs);
      transport.close();
    },
  };
}
