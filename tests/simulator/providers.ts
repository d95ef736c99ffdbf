/**
 * The mail server and the text provider. They take messages, refuse them, lose connections at the worst moment, hang, and report
 * late, twice and in any order. They keep what they took: that is what the recipients have.
 */
import { shortIdOf } from '#contract/reference.ts';
import { createDeadline } from '#server/outbox/deadline.ts';
import type { MailTransport } from '#server/outbox/mail/transport.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import type { TextTransport } from '#server/outbox/service.ts';
import { textReportsPath } from '#server/outbox/service.ts';
import { readAnswer } from '#server/outbox/sms/answers.ts';
import { signatureOf } from '#server/outbox/sms/signature.ts';
import type { Network } from './network.ts';
import { type Program, Violation, type World } from './world.ts';

export interface Transports {
  readonly mail: MailTransport;
  readonly text: TextTransport;
}

/** A message that a provider has taken, so that its recipient can read it. */
export interface Arrived {
  readonly channel: 'mail' | 'sms';
  readonly messageId: string;
  readonly to: string;
  readonly words: string;
  readonly by: Program;
  readonly atMs: number;
  /**
   * The number of its try among all tries of the night, in the order in which they began. The try that begins first may arrive
   * last.
   */
  readonly tryNumber: number;
}

/** The fates of a try, with their weights. */
type Fates = Readonly<Record<'taken' | 'later' | 'never' | 'unreachable' | 'cut' | 'hangs', number>>;

export const kindFates: Fates = { taken: 1, later: 0, never: 0, unreachable: 0, cut: 0, hangs: 0 };

export interface Providers {
  fates: Fates;
  readonly arrived: readonly Arrived[];
  /** The messages that a telephone confirmed to the provider. */
  readonly delivered: ReadonlySet<string>;
  readonly transportsFor: (program: Program) => Transports;
}

interface ProvidersOptions {
  readonly world: World;
  readonly authToken: string;
  readonly publicUrl: string;
  readonly network: () => Network;
  /** Whether a message is marked as sent. */
  readonly isSent: (messageId: string) => boolean;
  readonly onArrived: (arrived: Arrived) => void;
}

/** How long a mail server may be silent before it is given up, in milliseconds. */
const mailWithinMs = 120_000;
const textWithinMs = 8000;

export function createProviders({
  world,
  authToken,
  publicUrl,
  network,
  isSent,
  onArrived,
}: ProvidersOptions): Providers {
  const { random } = world;
  const provider = world.program('provider');
  const arrived: Arrived[] = [];
  const delivered = new Set<string>();
  let tries = 0;
  /** The tries without an answer: for each process, the ids of the messages that it waits for. */
  const underWay = new Map<Program, Set<string>>();

  function take(arrival: Arrived): void {
    arrived.push(arrival);
    world.note(provider, `has ${arrival.channel} ${shortIdOf(arrival.messageId)} for ${arrival.to || 'the operator'}`);
    onArrived(arrival);
  }

  /**
   * Begins a try. Returns a function that ends it. Throws when the process still waits for a try of the same message, or the
   * message is marked as sent.
   */
  function begin(program: Program, messageId: string): () => void {
    const waiting = underWay.get(program) ?? new Set();
    underWay.set(program, waiting);
    if (waiting.has(messageId)) {
      throw new Violation(
        `${program.name} sends message ${messageId} again while it still waits for the answer to its own last try`,
      );
    }
    if (isSent(messageId)) throw new Violation(`${program.name} sends message ${messageId}, which is marked as sent`);
    waiting.add(messageId);
    return () => void waiting.delete(messageId);
  }

  /** Plays a try over the network. Resolves to the result that the process gets. */
  function attempt(
    program: Program,
    arrival: Omit<Arrived, 'atMs' | 'by' | 'tryNumber'>,
    answers: Readonly<Record<'taken' | 'later' | 'never', () => SendResult>>,
    withinMs: number,
    signal?: AbortSignal,
  ): Promise<SendResult> {
    if (signal?.aborted) return Promise.resolve({ kind: 'interrupted' });
    let end: () => void;
    try {
      end = begin(program, arrival.messageId);
    } catch (error) {
      world.fail(error);
      return new Promise(() => {});
    }
    const fate = random.weighted(providers.fates);
    const deadline = createDeadline(withinMs);
    const tryNumber = ++tries;
    let handedOver = false;
    const unknown = (code: string): SendResult => ({ kind: 'unsure', code, reason: `The connection ended (${code}).` });
    const unreached = (code: string): SendResult => ({ kind: 'retry', code, reason: `Not reached (${code}).` });
    return new Promise<SendResult>((resolve) => {
      const giveUp = (code: string) => resolve(handedOver ? unknown(code) : unreached(code));
      deadline.signal.addEventListener('abort', () => giveUp('ETIMEDOUT'));
      signal?.addEventListener('abort', () => (handedOver ? giveUp('ABORTED') : resolve({ kind: 'interrupted' })));
      const answer = (result: () => SendResult, ms = random.between(20, 400)) =>
        void world.arrive(program, ms, () => resolve(result()));
      if (fate === 'unreachable') return answer(() => unreached('ECONNREFUSED'));
      handedOver = true;
      world.arrive(provider, random.between(10, random.chance(0.1) ? 5000 : 200), () => {
        if (fate === 'later' || fate === 'never') return answer(answers[fate]);
        take({ ...arrival, by: program, atMs: world.nowMs, tryNumber });
        if (arrival.channel === 'sms') report(arrival.messageId);
        if (fate === 'taken') answer(answers.taken, random.between(20, random.chance(0.15) ? 6000 : 400));
        if (fate === 'cut') answer(() => unknown('ECONNRESET'));
      });
    }).finally(() => {
      deadline.clear();
      end();
    });
  }

  const sidOf = (messageId: string) => `SM${messageId.replaceAll('-', '')}`;

  /** Schedules the provider's later reports on a text: in any order, some of them twice, some missing, some much later. */
  function report(messageId: string): void {
    const ends = random.chance(0.85) ? 'delivered' : 'undelivered';
    for (const status of ['queued', 'sent', ends]) {
      const times = random.chance(0.2) ? 2 : random.chance(0.1) ? 0 : 1;
      for (let time = 0; time < times; time++) {
        const delayMs = random.chance(0.2) ? random.between(1000, 120_000) : random.between(100, 4000);
        world.schedule(provider, delayMs, () => void say(messageId, status, 0));
      }
    }
  }

  async function say(messageId: string, status: string, tries: number): Promise<void> {
    // Only a text that a phone has confirmed is reported as delivered.
    if (status === 'delivered') delivered.add(messageId);
    const path = `${textReportsPath}/${messageId}`;
    const params = new URLSearchParams({ MessageSid: sidOf(messageId), MessageStatus: status });
    const body = params.toString();
    const heard = await network().post(provider, {
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(authToken, publicUrl + path, params),
      },
      body,
      signal: undefined,
      from: 'provider',
    });
    if ((heard === undefined || heard >= 500) && tries < 2) {
      world.schedule(provider, 5000, () => void say(messageId, status, tries + 1));
    }
  }

  const providers: { -readonly [Name in keyof Providers]: Providers[Name] } = {
    fates: kindFates,
    arrived,
    delivered,
    transportsFor: (program) => ({
      mail: {
        send: ({ id, to, text }, signal) =>
          attempt(
            program,
            { channel: 'mail', messageId: id, to, words: text },
            {
              taken: () => ({ kind: 'sent' }),
              later: () => ({ kind: 'retry', code: '451', reason: 'Try again later.' }),
              never: () => ({ kind: 'permanent', code: '550', reason: 'No such mailbox.' }),
            },
            mailWithinMs,
            signal,
          ),
        close() {},
      },
      text: {
        send({ to, body, statusCallback }, signal) {
          const messageId = statusCallback.slice(statusCallback.lastIndexOf('/') + 1);
          const now = new Date();
          return attempt(
            program,
            { channel: 'sms', messageId, to, words: body },
            {
              taken: () => readAnswer(201, JSON.stringify({ sid: sidOf(messageId), status: 'queued' }), undefined, now),
              later: () => readAnswer(503, '', random.chance(0.3) ? '3' : undefined, now),
              never: () => readAnswer(400, JSON.stringify({ code: 21610 }), undefined, now),
            },
            textWithinMs,
            signal,
          );
        },
        close() {},
      },
    }),
  };
  return providers;
}
