/** Words that only the connections screen uses. */
import type { WebhookDelivery, WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { deliveryStates, endpointStates } from '#contract/desk/connections.ts';
import { testEvent, type WebhookEvent, webhookEvents } from '#contract/webhooks.ts';
import { dotted } from '../lib/dotted.ts';

/** An event's type in words. A type that this version does not know is shown as it is. */
export const eventText = (type: string): string =>
  type === testEvent ? 'A test' : Object.hasOwn(webhookEvents, type) ? webhookEvents[type as WebhookEvent] : type;

/** How many of something: `1 delivery`, `3 deliveries`. */
export const countText = (count: number, one: string, many: string): string =>
  `${count >= 1000 ? '1000 or more' : count} ${count === 1 ? one : many}`;

/** The state of an endpoint in one line, with the deliveries that wait and those that failed. */
export function endpointText(endpoint: Pick<WebhookEndpoint, 'state' | 'waiting' | 'failed'>): string {
  const { state, waiting, failed } = endpoint;
  return dotted(
    endpointStates[state],
    waiting > 0 && countText(waiting, 'delivery waits', 'deliveries wait'),
    failed > 0 && countText(failed, 'not delivered', 'not delivered'),
  );
}

export const deliveryText = ({ state, sending, attempts }: WebhookDelivery): string => {
  if (sending) return 'Is being sent';
  const tries = attempts > 1 ? `, ${attempts} tries` : '';
  return `${deliveryStates[state]}${tries}`;
};

/** The HTTP status of a try in words; `No answer` when there was none. */
export const answerText = (status: number | null): string => (status === null ? 'No answer' : `Answered ${status}`);
