/** An endpoint of webhooks as the server sends it, for tests. */
import type { WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';

export const storedEndpoint: WebhookEndpoint = {
  id: 'w1',
  name: 'Back office',
  url: 'https://back-office.example/hooks',
  events: ['lead.received'],
  state: 'working',
  failingSince: null,
  disabledAt: null,
  disabledWhy: null,
  earlierSecretUntil: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 'Dana Whitcomb',
  version: 1,
  waiting: 0,
  failed: 0,
};
