/**
 * The events that other programs can be told of: their types and words, without a schema library. Each event is sent as a webhook
 * by the Standard Webhooks specification (1.0.0) to every endpoint that chose its type.
 */

/** Each type and what happened. The first part of the name is the kind of thing that it is about. */
export const webhookEvents = {
  'lead.received': 'A lead was received',
  'lead.amended': 'A dealer sent new answers to a lead',
  'lead.changed': 'The desk changed a lead: its status, owner or follow-up, or what it is joined to',
  'lead.erased': 'What a lead told of people was erased',
  'request.created': 'A dealership asked for a finance manager',
  'request.accepted': 'A finance manager accepted a request',
  'request.connected': 'A finance manager is connected',
  'request.ended': 'A request is over',
  'request.erased': 'What a request told of people was erased',
  'dealership.created': 'A dealership was added',
  'dealership.changed': 'The record of a dealership was changed',
  'dealership.closed': 'The account of a dealership was closed, or it was removed',
  'dealership.reopened': 'The account of a dealership was opened again',
  'dealership.erased': 'What the record of a dealership told of people was erased',
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** Sent by the button that tests an endpoint, whatever types the endpoint chose. */
export const testEvent = 'endpoint.test';

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const dayMs = 24 * 60 * 60_000;

export const webhookTimes = {
  /** An endpoint is disabled when it has accepted no delivery for this long although some were tried. */
  disableAfterMs: 5 * dayMs,
  /** How long both secrets sign after a rotation. */
  overlapMs: 1 * dayMs,
  /** How long deliveries and their tries are kept. */
  keptForMs: 30 * dayMs,
} as const;

export const webhookLimits = { endpoints: 20, name: 80, url: 500 } as const;
