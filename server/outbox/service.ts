import { brand } from '#brand/brand.ts';
import { webhookLimits } from '#contract/webhooks.ts';
import type { Config } from '#server/config.ts';
import type { Environment } from '#server/environment.ts';
import { createRepeater } from '#server/repeat.ts';
import { createMailComposer, createPostCheck, createPostComposer, createTextComposer } from './compose.ts';
import { createSmtpTransport, type MailTransport } from './mail/transport.ts';
import type { RegisteredKinds } from './message-kind.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOverview } from './overview.ts';
import { noteReport, type TextReport } from './sms/reports.ts';
import { createTextTransport, type TextTransport } from './sms/transport.ts';
import type { PersonalChannel } from './tables.ts';
import { createTargets } from './webhook/targets.ts';
import { createPostTransport, type PostTransport } from './webhook/transport.ts';
import { createWorker, type Worker, type WorkerLog } from './worker.ts';

export type { Message, PersonalMessage } from './claims.ts';
export { createMailComposer, writeText } from './compose.ts';
export { eventsOfMessage } from './history.ts';
export type { SmtpStep } from './mail/classify.ts';
export { sendTestMail, smtpAdvice } from './mail/test-mail.ts';
export type { ReportedText, TextNews } from './message-kind.ts';
export { createOverview, type OverviewRow, type UnfinishedState, withSubjects } from './overview.ts';
export { messagesPage, type PageCursor, type PageOptions } from './page.ts';
export { labelledMessages, messagePerson } from './person.ts';
export { messageRecordKind } from './record-kinds.ts';
export type { Outcome, Result, SendResult } from './retry-schedule.ts';
export { isSigned } from './sms/signature.ts';
export type { TextTransport } from './sms/transport.ts';
export {
  afterRestore,
  countSubjects,
  countTexts,
  deleteMessagesOf,
  endMessages,
  lastMessageAbout,
  liveTextsAbout,
  type MessageOfSubject,
  messagesAbout,
  messagesOfSubjects,
  pauseMessages,
  resumeMessages,
  subjectsOfRecipient,
} from './store.ts';
export { carriedOverMessages } from './store-carry-over.ts';
export {
  markMissed,
  markShiftTold,
  markTold,
  unattendedFailures,
  untoldFailures,
  untoldMissed,
} from './store-failures.ts';
export {
  countPosts,
  deleteOldPosts,
  failPosts,
  findPost,
  insertPosts,
  lockPosts,
  mostPostsAtOnce,
  postsPage,
  retryPosts,
} from './store-posts.ts';
export { readAddress } from './webhook/address.ts';
export { createTargets, type Targets } from './webhook/targets.ts';
export type { PostTransport } from './webhook/transport.ts';

/** The path that the text provider reports to, before the message's id. */
export const textReportsPath = '/api/sms/reports';

/** The outboxes of the channels that reach people, for retries and giving up by hand. */
export type Outboxes = Readonly<Record<PersonalChannel, Pick<Outbox, 'retry' | 'giveUp'>>>;

/** The outbox of each channel, for a command that sends nothing itself. */
export function outboxesOf({
  config,
  ...common
}: Pick<DeliveryOptions, 'storage' | 'kinds' | 'now' | 'config'>): Outboxes {
  return {
    mail: createOutbox({ ...common, channel: 'mail', canSend: config.smtp !== undefined }),
    sms: createOutbox({ ...common, channel: 'sms', canSend: config.sms.provider !== undefined }),
  };
}

interface DeliveryOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly config: Pick<Config, 'smtp' | 'sms' | 'publicUrl' | 'webhooks'>;
  /** The kinds of messages that features registered. */
  readonly kinds: RegisteredKinds;
  readonly log: WorkerLog;
  /** Replace the mail server and the text provider of the configuration. */
  readonly transport?: MailTransport | undefined;
  readonly textTransport?: TextTransport | undefined;
  /** Replaces the sending of webhooks over the network. */
  readonly postTransport?: PostTransport | undefined;
}

/** Shorter than a mail's lease, because a text takes seconds and a dealership waits for it. */
const textLeaseMs = 15_000;
const textPollMs = 500;
const maintainEveryMs = 60_000;

/** The number of webhooks sent at once: one for each endpoint that there can be, so that no endpoint waits for another. */
const postConcurrency = webhookLimits.endpoints;
const userAgent = `${brand.name} webhooks`;

export type Delivery = ReturnType<typeof createDelivery>;

/** Brings messages from the transaction that causes them to the mail server, the text provider or the webhook's endpoint. */
export function createDelivery(options: DeliveryOptions) {
  const { storage, config, kinds, now, log, transport, textTransport } = options;
  const targets = createTargets(config.webhooks);
  const postTransport = options.postTransport ?? createPostTransport({ targets, userAgent, now });
  const { smtp, sms, publicUrl } = config;
  /** Whether this server has a mail server, and a text provider. */
  const can: Readonly<Record<PersonalChannel, boolean>> = { mail: smtp !== undefined, sms: sms.provider !== undefined };
  const common = { storage, kinds, now };
  const mails = createOutbox({ ...common, canSend: can.mail, otherOperators: smtp?.also ?? [] });
  const texts = createOutbox({ ...common, channel: 'sms', canSend: can.sms, leaseForMs: textLeaseMs });
  const posts = createOutbox({ ...common, channel: 'webhook', canSend: true, onePerRecipient: true });
  const outboxes: Outboxes = { mail: mails, sms: texts };
  const callbackUrl = (messageId: string) => `${publicUrl}${textReportsPath}/${messageId}`;

  const workers: Worker[] = [
    createWorker({
      outbox: posts,
      transport: postTransport,
      compose: createPostComposer(kinds),
      isCurrent: createPostCheck(kinds),
      concurrency: postConcurrency,
      log,
    }),
  ];
  if (smtp) {
    const compose = createMailComposer(kinds, smtp.to);
    workers.push(createWorker({ outbox: mails, transport: transport ?? createSmtpTransport(smtp), compose, log }));
  }
  if (sms.provider) {
    workers.push(
      createWorker({
        outbox: texts,
        transport: textTransport ?? createTextTransport({ provider: sms.provider, now }),
        compose: createTextComposer(kinds, callbackUrl, now),
        heartbeatMs: textLeaseMs / 3,
        pollMs: textPollMs,
        log,
      }),
    );
  }

  /** Marks messages as expired whose time is over. */
  async function expire(): Promise<void> {
    for (const outbox of [mails, texts, posts]) await outbox.expire();
  }

  /** The regular maintenance, whether or not this server can send: expires messages, and corrects those that wait. */
  async function maintain(): Promise<void> {
    await expire();
    for (const outbox of [mails, texts, posts]) await outbox.reconcile();
    await kinds.maintain();
  }

  const maintenance = createRepeater({
    everyMs: maintainEveryMs,
    atOnce: true,
    work: maintain,
    onError: (err) => log.warn({ err }, 'the outbox could not be maintained'),
  });

  return {
    can,
    /** Retries and gives up messages by hand. */
    outboxes,
    enqueue: mails.enqueue,
    /** Writes a text in the caller's transaction. `enqueue` writes a mail. */
    enqueueText: texts.enqueue,
    countFor: mails.countFor,
    unfinished: createOverview(storage, kinds).unfinished,
    expire,
    maintain,

    /** Writes a report of the text provider. Resolves to the subject's id of its text, if anything was written. */
    report: (report: TextReport) => storage.transaction((trx) => noteReport(trx, kinds, report, now().toISOString())),

    /** Tells the workers that a message was committed. */
    wake() {
      for (const worker of workers) worker.wake();
    },

    /** Begins to send, and to maintain the outbox in the background: now, and once a minute. */
    start() {
      for (const worker of workers) worker.start();
      maintenance.start();
    },

    /** Sends everything that is due now, and resolves when the results are recorded. */
    async runDue() {
      await Promise.all(workers.map((worker) => worker.runDue()));
    },

    /** Finishes or gives back the messages that are being sent, within 3 seconds. */
    async stop() {
      await Promise.all([maintenance.stop(), ...workers.map((worker) => worker.stop())]);
    },
  };
}
