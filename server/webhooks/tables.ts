import type { Generated } from 'kysely';
import type { DisabledReason } from '#contract/desk/connections.ts';
import type { testEvent, WebhookEvent } from '#contract/webhooks.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** Where webhooks are sent to. */
export interface WebhookEndpointTable {
  id: string;
  name: string;
  url: string;
  /** The types of events that it gets: a list. */
  events: Json;
  /** The secret that signs, sealed with the server's key. */
  sealed_secret: string;
  /** The one before it, which signs as well until a time. */
  earlier_secret: Maybe<string>;
  earlier_until: Maybe<Iso>;
  /** Grows with each change by a person. */
  version: Generated<number>;
  created_at: Iso;
  /** The person who added it. */
  created_by: Maybe<string>;
  /** Since when no try was taken; null while the last one was. */
  failing_since: Maybe<Iso>;
  disabled_at: Maybe<Iso>;
  disabled_why: Maybe<DisabledReason>;
  removed_at: Maybe<Iso>;
}

/** Something that happened and that at least one endpoint is told of. What is sent is written from its record each time. */
export interface WebhookEventTable {
  /** Its `webhook-id` is made of it. */
  id: string;
  type: WebhookEvent | typeof testEvent;
  /** A lead, a request, a dealership; of a test the endpoint. */
  subject_id: string;
  at: Iso;
}

/** One try of one delivery. */
export interface WebhookTryTable {
  seq: Generated<number>;
  message_id: string;
  event_id: string;
  at: Iso;
  attempt: number;
  result: 'sent' | 'later' | 'unsure' | 'failed';
  /** What came of it, in words. */
  said: Maybe<string>;
  /** The address that was connected to. */
  address: Maybe<string>;
  request_headers: Maybe<Json>;
  /** What was sent. Blanked when its record is erased. */
  request_body: Maybe<string>;
  status: Maybe<number>;
  /** The beginning of what came back. */
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
