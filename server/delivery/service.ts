import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/storage/open.ts';
import { createComposer } from './compose.ts';
import { createSmtpTransport, type MailTransport } from './mail/transport.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createWorker, type WorkerLog } from './worker.ts';

export interface DeliveryOptions {
  readonly storage: Storage;
  readonly config: Pick<Config, 'smtp'>;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly now: () => Date;
  readonly log: WorkerLog;
  /** Instead of the mail server of the configuration. */
  readonly transport?: MailTransport | undefined;
}

/** Messages from the transaction that causes them to the mail server that takes them. */
export interface Delivery extends Pick<Outbox, 'enqueue' | 'countTo' | 'counts'> {
  /** Says that a message was committed. */
  wake(): void;
  /** Fits what waits to the configuration, and begins to send. */
  start(): Promise<void>;
  /** Sends everything that is due now, and resolves when it is marked. */
  runDue(): Promise<void>;
  /** Finishes or gives back what is in flight, within 3 seconds. */
  stop(): Promise<void>;
}

export function createDelivery({ storage, config, forms, now, log, transport }: DeliveryOptions): Delivery {
  const { smtp } = config;
  const outbox = createOutbox({ storage, now, canSend: smtp !== undefined });
  const worker =
    smtp &&
    createWorker({
      outbox,
      transport: transport ?? createSmtpTransport(smtp),
      compose: createComposer({ storage, forms, operator: smtp.to }),
      log,
    });
  return {
    enqueue: outbox.enqueue,
    countTo: outbox.countTo,
    counts: outbox.counts,
    wake: () => worker?.wake(),
    async start() {
      await outbox.adopt();
      worker?.start();
    },
    async runDue() {
      await worker?.runDue();
    },
    async stop() {
      await worker?.stop();
    },
  };
}
