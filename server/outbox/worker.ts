/**
 * Sends what is due: a few lanes, each one message at a time, each marked at once. Any number of workers, in one process
 * or in many, may share an outbox.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail } from './mail/transport.ts';
import { type Claim, leaseMs, type Outbox } from './outbox.ts';
import { type Ladder, mailLadder, nextStep, type Outcome, type SendResult, type Step } from './retry-schedule.ts';

/** What the worker says, with ids and codes; `err` is written without its message. */
export interface WorkerLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
  error(facts: object, event: string): void;
}

/** What carries the messages of one channel. */
export interface Transport<Content> {
  /** Never rejects: whatever happens is a result. */
  send(content: Content, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export interface WorkerOptions<Content = Mail> {
  readonly outbox: Pick<Outbox, 'claim' | 'holds' | 'heartbeat' | 'settle' | 'release'>;
  readonly transport: Transport<Content>;
  /** Writes a message. */
  readonly compose: (message: Claim) => Promise<Content>;
  readonly ladder?: Ladder;
  readonly log: WorkerLog;
  readonly random?: () => number;
  readonly lanes?: number;
  /** How often the outbox is looked at when nobody wakes the worker, in milliseconds. */
  readonly pollMs?: number;
  readonly heartbeatMs?: number;
  /** How long a mail in flight may take to finish after `stop`, before it is interrupted; and then to say so. */
  readonly finishMs?: number;
  readonly interruptMs?: number;
}

export interface Worker {
  /** Begins to look at the outbox by itself. */
  start(): void;
  /** Says that something may be due now; nothing before `start`. */
  wake(): void;
  /** Sends everything that is due now, and resolves when it is marked. */
  runDue(): Promise<void>;
  /** Finishes or gives back what is in flight, within `finishMs + interruptMs`. */
  stop(): Promise<void>;
}

const storeRetryMs = 1000;

export function createWorker<Content = Mail>(options: WorkerOptions<Content>): Worker {
  const { outbox, transport, compose, log, random = Math.random, lanes = 3, pollMs = 1000 } = options;
  const { ladder = mailLadder } = options;
  const { heartbeatMs = leaseMs / 3, finishMs = 1800, interruptMs = 700 } = options;
  const running = new Set<Promise<void>>();
  const interruption = new AbortController();
  let stopping = false;
  let wakes = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Keeps the lease while `work` runs, and interrupts it when another worker took the message over. */
  async function underLease<T>(claim: Claim, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    const beat = setInterval(async () => {
      try {
        if (!(await outbox.heartbeat(claim))) lost.abort();
      } catch (err) {
        log.warn({ messageId: claim.id, err }, 'the lease of a message could not be prolonged');
      }
    }, heartbeatMs);
    try {
      return await work(AbortSignal.any([lost.signal, interruption.signal]));
    } finally {
      clearInterval(beat);
    }
  }

  /** Marks a try. The mail is out of our hands by then, so a database that is away is waited for. */
  async function mark(claim: Claim, change: () => Promise<boolean>): Promise<void> {
    for (;;) {
      try {
        if (!(await change())) log.warn({ messageId: claim.id }, 'another worker took this message over');
        return;
      } catch (err) {
        log.error({ messageId: claim.id, err }, 'a message could not be marked');
        if (stopping) return;
        await pause(storeRetryMs);
      }
    }
  }

  async function trySending(claim: Claim): Promise<SendResult> {
    let content: Content;
    try {
      content = await compose(claim);
    } catch (err) {
      log.error({ messageId: claim.id, kind: claim.kind, err }, 'a message could not be written');
      const reason = `The message could not be written: ${err instanceof Error ? err.message : 'unknown error'}`;
      return { kind: 'retry', code: 'COMPOSE', reason };
    }
    return underLease(claim, async (signal) =>
      (await stillHeld(claim)) ? transport.send(content, signal) : { kind: 'interrupted' },
    );
  }

  /** Asks right before the message leaves: after a pause of the whole process it may be somebody else's, or too late. */
  async function stillHeld(claim: Claim): Promise<boolean> {
    try {
      return await outbox.holds(claim);
    } catch (err) {
      log.warn({ messageId: claim.id, err }, 'the lease of a message could not be prolonged');
      return false;
    }
  }

  function report(claim: Claim, outcome: Outcome, step: Step): void {
    const facts = { messageId: claim.id, kind: claim.kind, attempt: claim.attempts, state: step.state };
    if (outcome.kind === 'sent') log.info(facts, 'a message was sent');
    else if (step.state === 'stuck') log.error({ ...facts, code: outcome.code }, 'a message needs a person');
    else log.warn({ ...facts, code: outcome.code }, 'a message is tried again');
  }

  async function deliver(claim: Claim): Promise<void> {
    // More tries than the ladder has: each of them ended with its process.
    const cutShort: Outcome = { kind: 'retry', code: 'CRASHED', reason: 'The server stopped during each try.' };
    const result = claim.attempts > ladder.pausesMs.length ? cutShort : await trySending(claim);
    if (result.kind === 'interrupted') return mark(claim, () => outbox.release(claim));
    const step = nextStep(result, claim, random, ladder);
    await mark(claim, () => outbox.settle(claim, step));
    report(claim, result, step);
  }

  /** Sends one message after another until none is due. A wake during the last look makes it look again. */
  async function lane(): Promise<void> {
    while (!stopping) {
      const wakesBefore = wakes;
      const claim = await outbox.claim();
      if (claim) await (stopping ? outbox.release(claim) : deliver(claim));
      else if (wakes === wakesBefore) return;
    }
  }

  function openLane(): Promise<void> {
    const open = lane()
      .catch((err: unknown) => log.error({ err }, 'the outbox could not be read'))
      .finally(() => running.delete(open));
    running.add(open);
    return open;
  }

  function look(): void {
    wakes += 1;
    while (!stopping && running.size < lanes) void openLane();
  }

  return {
    start() {
      timer ??= setInterval(look, pollMs);
      look();
    },
    wake() {
      if (timer) look();
    },
    async runDue() {
      look();
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      const finished = Promise.all(running);
      const leftAfter = (ms: number) => Promise.race([finished, pause(ms, undefined, { ref: false })]);
      await leftAfter(finishMs);
      interruption.abort();
      await leftAfter(interruptMs);
      transport.close();
    },
  };
}
