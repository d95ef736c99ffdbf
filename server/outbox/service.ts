import type { Transaction } from 'kysely';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { createComposer } from './compose.ts';
import { createAlertComposer } from './compose-alert.ts';
import { createRequestComposer } from './compose-request.ts';
import { createTextComposer } from './compose-text.ts';
import { createSmtpTransport, type MailTransport } from './mail/transport.ts';
import { createOutbox, type Message, type Outbox } from './outbox.ts';
import { createOverview, type UnfinishedState } from './overview.ts';
import type { Result } from './retry-schedule.ts';
import { createTextTransport, type TextTransport } from './sms/transport.ts';
import type { Channel } from './tables.ts';
import { createWorker, type Worker, type WorkerLog } from './worker.ts';

export { afterRestore } from './after-restore.ts';
export { sendTestMail } from './mail/test-mail.ts';
export type { Message } from './outbox.ts';
export type { UnfinishedState } from './overview.ts';
export type { Result, SendResult } from './retry-schedule.ts';
export { failedStatuses } from './sms/answers.ts';
export { isSigned } from './sms/signature.ts';
export type { TextTransport } from './sms/transport.ts';
export {
  countSubjects,
  countTextsBut,
  endMessages,
  holdMessages,
  keepText,
  liveTextsAbout,
  markTold,
  messagesAbout,
  releaseMessages,
  subjectOfText,
  untoldFailures,
  updateText,
} from './store.ts';

/** The path that the text provider reports to, before the message's id. */
export const textReportsPath = '/api/sms/reports';

export interface DeliveryOptions {
  readonly storage: Storage;
  readonly config: Pick<Config, 'smtp' | 'sms' | 'publicUrl'>;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly now: () => Date;
  readonly log: WorkerLog;
  /** The whole address of an agent's link. */
  readonly linkOf: (linkId: string) => string;
  /** Takes the lock of an agent request, before one of its messages is changed. */
  readonly lockRequest?: (trx: Transaction<Tables>, requestId: string) => Promise<void>;
  /** Is called in the transaction that records the result of a message about an agent request. */
  readonly onResult?: (trx: Transaction<Tables>, message: Message, result: Result) => Promise<void>;
  /** Instead of the mail server and the text provider of the configuration. */
  readonly transport?: MailTransport | undefined;
  readonly textTransport?: TextTransport | undefined;
}

/** Messages from the transaction that causes them to the mail server or the text provider that takes them. */
export interface Delivery extends Pick<Outbox, 'enqueue' | 'countFor'> {
  /** The same for a text. */
  enqueueText: Outbox['enqueue'];
  /** Whether there is a mail server, and a text provider. */
  readonly can: Readonly<Record<Channel, boolean>>;
  /** How many messages are not done with; of one channel, or of both. */
  unfinished(channel?: Channel): Promise<Record<UnfinishedState, number>>;
  /** Marks as expired what nobody may be sent any more. */
  expire(): Promise<void>;
  /** Tells the workers that a message was committed. */
  wake(): void;
  /** Makes the states of what waits true again. */
  maintain(): Promise<void>;
  /** Begins to send, and to maintain the outbox in the background, now and once a minute. */
  start(): void;
  /** Sends everything that is due now, and resolves when the results are recorded. */
  runDue(): Promise<void>;
  /** Finishes or gives back what is in flight, within 3 seconds. */
  stop(): Promise<void>;
}

/** A text takes seconds and a dealership waits for it, so a text of a dead server is taken over sooner than a mail. */
const textLeaseMs = 15_000;
const textPollMs = 500;
const maintainEveryMs = 60_000;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { storage, config, forms, now, log, linkOf, lockRequest, onResult, transport, textTransport } = options;
  const { smtp, sms, publicUrl } = config;
  const operator = smtp?.to ?? '';
  const can = { mail: smtp !== undefined, sms: sms.provider !== undefined };
  const mails = createOutbox({
    storage,
    now,
    canSend: can.mail,
    otherOperators: smtp?.also ?? [],
    lockRequest,
    onResult,
  });
  const texts = createOutbox({
    storage,
    now,
    channel: 'sms',
    canSend: can.sms,
    leaseForMs: textLeaseMs,
    lockRequest,
    onResult,
  });
  const aboutRequests = createRequestComposer({ storage, operator, linkOf });
  const aboutAlerts = createAlertComposer({ storage, operator });
  const callbackUrl = (messageId: string) => `${publicUrl}${textReportsPath}/${messageId}`;

  const workers: Worker[] = [];
  if (smtp) {
    const compose = createComposer({ storage, forms, operator, aboutRequests, aboutAlerts });
    workers.push(createWorker({ outbox: mails, transport: transport ?? createSmtpTransport(smtp), compose, log }));
  }
  if (sms.provider) {
    workers.push(
      createWorker({
        outbox: texts,
        transport: textTransport ?? createTextTransport({ provider: sms.provider, now }),
        compose: createTextComposer({ aboutRequests, aboutAlerts, callbackUrl, now }),
        heartbeatMs: textLeaseMs / 3,
        pollMs: textPollMs,
        log,
      }),
    );
  }

  async function expire(): Promise<void> {
    await mails.expire();
    await texts.expire();
  }

  /** The regular maintenance, whether or not this server can send. */
  async function maintain(): Promise<void> {
    await expire();
    await mails.reconcile();
    await texts.reconcile();
  }

  let maintaining: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const maintainSoon = () => {
    maintaining ??= maintain()
      .catch((err: unknown) => log.warn({ err }, 'the outbox could not be maintained'))
      .finally(() => {
        maintaining = undefined;
      });
  };

  return {
    can,
    enqueue: mails.enqueue,
    enqueueText: texts.enqueue,
    countFor: mails.countFor,
    unfinished: createOverview(storage).unfinished,
    expire,
    wake() {
      for (const worker of workers) worker.wake();
    },
    maintain,
    start() {
      for (const worker of workers) worker.start();
      maintainSoon();
      timer ??= setInterval(maintainSoon, maintainEveryMs);
    },
    async runDue() {
      await Promise.all(workers.map((worker) => worker.runDue()));
    },
    async stop() {
      clearInterval(timer);
      await Promise.all([maintaining, ...workers.map((worker) => worker.stop())]);
    },
  };
}
