/** Webhooks as a kind of message: what is sent, and what the result of a try means for the endpoint. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { testEvent, type WebhookEvent, webhookHeaders, webhookTimes } from '#contract/webhooks.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { countPosts, failPosts, type Message, type Outcome, type Result } from '#server/outbox/service.ts';
import type { SecretBox } from '#server/secret-box.ts';
import { signaturesOf, timestampOf } from './signature.ts';
import {
  closedEndpoints,
  type Endpoint,
  type Event,
  endErasedTry,
  findEndpoint,
  findEvent,
  insertTry,
  lockEndpoint,
  updateEndpoint,
} from './store.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    webhook: true;
  }
}

/** Reads the record of an event as the read API presents it; undefined when the record is gone. */
export type ReadSubject = (type: WebhookEvent, id: string) => Promise<{ readonly id: string } | undefined>;

/** What a server needs to send webhooks. */
export interface WebhookSending {
  readonly secretBox: SecretBox;
  readonly readSubject: ReadSubject;
  /** Records which record was sent to which endpoint. */
  readonly audit: AuditLog;
}

interface WebhookMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  /** Absent for a command beside the server, which sends no webhooks. */
  readonly write?: WebhookSending | undefined;
}

/**
 * The `webhook-id` of an event. Every try and every replay has the same, so that a receiver acts once. It contains no full stop.
 */
export const webhookIdOf = (eventId: string): string => `evt_${eventId}`;

const disabledReason = 'The endpoint is disabled. Switch it on and replay this.';
const removedReason = 'The endpoint was removed.';
const lostKeyReason = 'The secret of the endpoint does not open with this SECRET_KEY. Rotate it, and replay this.';

/**
 * Gives up a slice of what waits for an endpoint that is disabled or removed. The worker gives up the next slice with each delivery that
 * comes due, and the maintenance all that is left, however the server ends meanwhile. Resolves to the number of the slice.
 */
export async function giveUpWaiting(trx: Trx, id: string, at: Date): Promise<number> {
  const endpoint = await findEndpoint(trx, id);
  if (endpoint?.disabled_at === null) return 0;
  return failPosts(trx, id, endpoint ? disabledReason : removedReason, at.toISOString());
}

/** The kind of record that an event is about: the first part of the event's name. */
const subjectKindOf = (type: WebhookEvent) => type.slice(0, type.indexOf('.')) as 'lead' | 'request' | 'dealership';

const resultNames = { sent: 'sent', waiting: 'later', unsure: 'unsure', failed: 'failed' } as const;

export function webhookMessages({ storage, now, write }: WebhookMessagesOptions): MessageDefinition[] {
  /** The secrets that sign now; after a rotation, also the earlier one. Undefined when the current secret cannot be opened. */
  function secretsOf(secretBox: SecretBox, endpoint: Endpoint, at: Date): string[] | undefined {
    const open = (encrypted: string | null) =>
      encrypted === null ? undefined : secretBox.decrypt('webhook-secret', encrypted);
    const current = open(endpoint.sealed_secret);
    if (current === undefined) return undefined;
    const isOverlap = endpoint.earlier_until !== null && endpoint.earlier_until > at.toISOString();
    // An earlier secret that was encrypted with a lost key signs nothing.
    return [current, (isOverlap && open(endpoint.earlier_secret)) || []].flat();
  }

  async function dataOf({ readSubject }: WebhookSending, { type, subject_id }: Event): Promise<object> {
    if (type === testEvent) return { id: subject_id };
    return (await readSubject(type, subject_id)) ?? { id: subject_id, gone: true };
  }

  /** Logs a try with its request and response. */
  async function noteTry(
    trx: Trx,
    message: Message,
    result: Result,
    outcome: Outcome | undefined,
    at: string,
  ): Promise<void> {
    const exchange = outcome?.exchange;
    const said =
      outcome?.kind === 'sent' ? outcome.said : (outcome?.reason ?? ('reason' in result ? result.reason : null));
    const tried = {
      message_id: message.id,
      event_id: message.subject_id,
      at,
      attempt: message.attempts,
      result: resultNames[result.state],
      said: said ?? null,
      address: exchange?.address ?? null,
      request_headers: exchange ? JSON.stringify(exchange.headers) : null,
      request_body: exchange?.body ?? null,
      status: exchange?.status ?? null,
      answer: exchange?.answer ?? null,
      took_ms: exchange?.tookMs ?? null,
    };
    if (!(await endErasedTry(trx, tried))) await insertTry(trx, tried);
  }

  /**
   * Writes into the audit log that a receiver has seen a record, whenever the request was sent, whatever the response was. The
   * audit log keeps this for longer than the tries are kept.
   */
  async function noteSeen(trx: Trx, { recipient, subject_id }: Message, outcome: Outcome | undefined) {
    const wasSent =
      outcome?.kind === 'sent' || (outcome !== undefined && 'step' in outcome && outcome.step === 'answer');
    const event = wasSent && outcome.exchange ? await findEvent(trx, subject_id) : undefined;
    if (!event || event.type === testEvent) return;
    const { data } = JSON.parse(outcome?.exchange?.body ?? '{}') as { readonly data?: { readonly gone?: true } };
    if (data?.gone) return;
    const about = [
      { kind: 'webhook', id: recipient } as const,
      { kind: subjectKindOf(event.type), id: event.subject_id },
    ];
    await write?.audit.write(trx, { by: null, action: 'webhook-sent', about });
  }

  /** Disables an endpoint, gives up what waits for it, and alerts the operator. */
  async function disable(trx: Trx, { id }: Endpoint, why: 'failing' | 'gone', at: Date): Promise<void> {
    const disabledAt = at.toISOString();
    await updateEndpoint(trx, id, { disabled_at: disabledAt, disabled_why: why });
    await giveUpWaiting(trx, id, at);
    await raiseAlert(trx, { kind: 'webhook-disabled', about: `${id} ${disabledAt}`, at });
  }

  /** Updates an endpoint after a try: whether it fails, since when, and whether it is disabled for having failed too long. */
  async function followEndpoint(
    trx: Trx,
    message: Message,
    result: Result,
    outcome: Outcome | undefined,
    at: Date,
  ): Promise<void> {
    const endpoint = await findEndpoint(trx, message.recipient);
    if (!endpoint || endpoint.disabled_at !== null) {
      await giveUpWaiting(trx, message.recipient, at);
      return;
    }
    // A request that was never sent says nothing about the endpoint.
    if (!outcome?.exchange) return;
    // Neither does a response of an address that was replaced during the try.
    if (outcome.exchange.url !== endpoint.url) return;
    if (result.state === 'sent') {
      if (endpoint.failing_since !== null) await updateEndpoint(trx, endpoint.id, { failing_since: null });
      return;
    }
    const since = endpoint.failing_since ?? at.toISOString();
    if (endpoint.failing_since === null) await updateEndpoint(trx, endpoint.id, { failing_since: since });
    if (outcome.exchange.status === 410) await disable(trx, endpoint, 'gone', at);
    else if (at.getTime() - Date.parse(since) >= webhookTimes.disableAfterMs)
      await disable(trx, endpoint, 'failing', at);
  }

  return [
    defineMessage({
      kind: 'webhook',

      async post({ recipient, subject_id }) {
        if (!write) throw new Error('Only a server sends webhooks');
        const at = now();
        const endpoint = await findEndpoint(storage.db, recipient);
        const event = await findEvent(storage.db, subject_id);
        if (!endpoint) return { undeliverable: removedReason };
        if (endpoint.disabled_at !== null) return { undeliverable: disabledReason };
        if (!event) return { undeliverable: 'Its event was deleted.' };
        const secrets = secretsOf(write.secretBox, endpoint, at);
        if (!secrets) return { undeliverable: lostKeyReason };
        const body = JSON.stringify({ type: event.type, timestamp: event.at, data: await dataOf(write, event) });
        const id = webhookIdOf(event.id);
        return {
          url: endpoint.url,
          headers: {
            [webhookHeaders.id]: id,
            [webhookHeaders.timestamp]: timestampOf(at),
            [webhookHeaders.signature]: signaturesOf(secrets, { id, at, body }),
          },
          body,
        };
      },

      async mayPost({ recipient }, written) {
        const endpoint = await findEndpoint(storage.db, recipient);
        return 'undeliverable' in written || (endpoint?.disabled_at === null && endpoint.url === written.url);
      },

      async maintain() {
        for (const { id } of await closedEndpoints(storage.db)) {
          const giveUp = async (trx: Trx) => {
            await lockEndpoint(trx, id);
            return giveUpWaiting(trx, id, now());
          };
          const isLeft = async () => (await countPosts(storage.db, id, 1)).waiting > 0;
          while ((await isLeft()) && (await storage.transaction(giveUp)) > 0) await letOthersRun();
        }
      },

      async lockSubject(trx, _eventId, endpointId = '') {
        await lockEndpoint(trx, endpointId);
      },

      async onResult(trx, message, result, outcome) {
        const at = now();
        await noteTry(trx, message, result, outcome, at.toISOString());
        await followEndpoint(trx, message, result, outcome, at);
        await noteSeen(trx, message, outcome);
      },
    }),
  ];
}
