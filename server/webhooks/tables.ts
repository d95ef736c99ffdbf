import type { Generated } from 'kysely';
import type { DisabledReason } from '#contract/desk/connections.ts';
import type { testEvent, WebhookEvent } from '#contract/webhooks.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** An address that webhooks are sent to. */
export interface WebhookEndpointTable {
  id: string;
  name: string;
  url: string;
  /** The types of events that it gets: a JSON list. */
  events: Json;
  /** The signing secret, encrypted with the server's key. */
  sealed_secret: string;
  /** The secret before it, which also signs until `earlier_until`. */
  earlier_secret: Maybe<string>;
  earlier_until: Maybe<Iso>;
  /** Incremented by each change that a person makes. */
  version: Generated<number>;
  created_at: Iso;
  created_by: Maybe<string>;
  /** Since when no try has succeeded; null while the last one did. */
  failing_since: Maybe<Iso>;
  disabled_at: Maybe<Iso>;
  disabled_why: Maybe<DisabledReason>;
  removed_at: Maybe<Iso>;
}

/** An event that at least one endpoint is told of. Each try writes its request from the record. */
export interface WebhookEventTable {
  /** The `webhook-id` is made from it. */
  id: string;
  type: WebhookEvent | typeof testEvent;
  /** The id of a lead, a request or a dealership; of a test event, the endpoint's. */
  subject_id: string;
  at: Iso;
}

export interface WebhookTryTable {
  seq: Generated<number>;
  message_id: string;
  event_id: string;
  at: Iso;
  attempt: number;
  result: 'sent' | 'later' | 'unsure' | 'failed';
  /** The result in words. */
  said: Maybe<string>;
  /** The IP address of the connection. */
  address: Maybe<string>;
  request_headers: Maybe<Json>;
  /** What was sent. Blanked when the record is erased. */
  request_body: Maybe<string>;
  status: Maybe<number>;
  /** The beginning of the response. */
  answer: Maybe<string>;
  took_ms: Maybe<number>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpointTable;
    webhook_events: WebhookEventTable;
    webhook_tries: WebhookTryTable;
  }
}
