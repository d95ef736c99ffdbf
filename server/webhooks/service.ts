/**
 * Webhooks: signed events that the outbox sends to endpoints added at the desk. Features call `emit` in the transaction of a
 * change. Everything else here is what people do with endpoints and deliveries.
 */
import { webhookTimes } from '#contract/webhooks.ts';
import { deleteOldPosts } from '#server/outbox/service.ts';
import type { Prunable } from '#server/pruning.ts';
import { createDeliveries, type DeliveriesOptions } from './deliveries.ts';
import { createEndpointChanges, type EndpointChangesOptions } from './endpoint-changes.ts';
import { createEndpoints, type EndpointsOptions } from './endpoints.ts';
import { deleteOldEvents, deleteOldTries } from './store.ts';

export { emit } from './emit.ts';
export { type ReadSubject, type WebhookSending, webhookIdOf, webhookMessages } from './messages.ts';
export { blankTriesAbout, endpointNames } from './store.ts';
export { carriedOverEndpoints, madeEndpoints } from './store-carry-over.ts';

/** Tries and deliveries are kept for 30 days, events for 60. */
export const prunableWebhooks: readonly Prunable[] = [
  { name: 'webhook tries', keptForMs: webhookTimes.keptForMs, deleteBefore: deleteOldTries },
  { name: 'webhook deliveries', keptForMs: webhookTimes.keptForMs, deleteBefore: deleteOldPosts },
  // An event must outlive its deliveries, by more than the longest time that a delivery can wait.
  { name: 'webhook events', keptForMs: 2 * webhookTimes.keptForMs, deleteBefore: deleteOldEvents },
];

type WebhooksOptions = Omit<EndpointChangesOptions & EndpointsOptions & DeliveriesOptions, 'changes'>;

export function createWebhooks(options: WebhooksOptions) {
  const changes = createEndpointChanges(options);
  return { ...createEndpoints({ ...options, changes }), ...createDeliveries({ ...options, changes }) };
}
