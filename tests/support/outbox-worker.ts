/** Workers for tests: transports that answer as told, and servers that may share a database. */
import { onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { createMailComposer } from '#server/outbox/compose.ts';
import type { Mail, MailTransport } from '#server/outbox/mail/transport.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import { testKinds } from '#server/outbox/testing.ts';
import { createWorker, type WorkerOptions } from '#server/outbox/worker.ts';
import { testClock } from './clock.ts';

export const operator = 'operator@boxline.example';
export const dealer = 'dana@harborpoint.example';
export const from = { name: 'Boxline', address: 'desk@boxline.example' };
/** Long enough also on a busy machine. */
export const eventually = { timeout: 15_000 };

/** A transport that answers as told and keeps what it was given. */
export function scripted(answer: (mail: Mail, signal?: AbortSignal) => SendResult | Promise<SendResult>) {
  const mails: Mail[] = [];
  const transport: MailTransport = {
    async send(mail, signal) {
      mails.push(mail);
      return answer(mail, signal);
    },
    close() {},
  };
  return { mails, transport };
}

/** One server with its own outbox and worker, on a database that others may share. */
export function startServer(storage: Storage, transport: MailTransport, options: Partial<WorkerOptions> = {}) {
  const clock = testClock();
  const logged: object[] = [];
  const keep = (facts: object, event: string) => void logged.push({ ...facts, event });
  const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
  const worker = createWorker({
    outbox,
    transport,
    compose: createMailComposer(testKinds, operator),
    log: { info: keep, warn: keep, error: keep },
    random: () => 0.5,
    ...options,
  });
  const enqueue = async (recipient = '', subjectId = mintId()) => {
    const kind = recipient ? 'test-offer' : 'test-note';
    await storage.transaction((trx) => outbox.enqueue(trx, { kind, subjectId, recipient, at: clock.now() }));
  };
  onTestFinished(() => worker.stop());
  return { clock, outbox, worker, logged, enqueue };
}

export const rowOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
export const rowsOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().execute();
