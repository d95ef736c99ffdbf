/** The states of the connections screen for the pictures and the accessibility checks. */
import type {
  ApiTokenRow,
  DeliveryRecord,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookRecord,
} from '#contract/desk/connection-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import type { Responses } from './desk.ts';
import type { Look } from './desk-looks.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-21T21:04:00.000Z') + minutes * 60_000).toISOString();

const endpointOf = (id: string, more: Partial<WebhookEndpoint>): WebhookEndpoint => ({
  id,
  name: 'Back office',
  url: 'https://back-office.example/hooks/boxline',
  events: ['lead.received', 'request.ended'],
  state: 'working',
  failingSince: null,
  disabledAt: null,
  disabledWhy: null,
  earlierSecretUntil: null,
  createdAt: at(-9000),
  createdBy: 'Dana Whitcomb',
  version: 1,
  waiting: 0,
  failed: 0,
  ...more,
});

const working = endpointOf('w1', {});
const failing = endpointOf('w2', {
  name: 'Dealer newsletter',
  url: 'https://newsletter.example/webhooks/a-rather-long-path/that-does-not-end/3f9a',
  state: 'failing',
  failingSince: at(-300),
  waiting: 4,
});
const disabled = endpointOf('w3', {
  name: 'Reports',
  url: 'https://reports.example/in',
  state: 'disabled',
  disabledAt: at(-60),
  disabledWhy: 'failing',
  failed: 12,
});

const tokenOf = (id: string, more: Partial<ApiTokenRow>): ApiTokenRow => ({
  id,
  name: 'Back office',
  scopes: ['leads:read', 'requests:read'],
  state: 'live',
  createdAt: at(-9000),
  createdBy: 'Dana Whitcomb',
  expiresAt: at(120_000),
  lastUsedAt: at(-2),
  revokedAt: null,
  ...more,
});

const deliveryOf = (id: string, more: Partial<WebhookDelivery>): WebhookDelivery => ({
  id,
  webhookId: `evt_${id}`,
  type: 'lead.received',
  at: at(-30),
  state: 'sent',
  sending: false,
  attempts: 1,
  dueAt: null,
  sentAt: at(-30),
  lastError: null,
  ...more,
});

const deliveries = [
  deliveryOf('d3', {
    type: 'request.ended',
    state: 'waiting',
    attempts: 3,
    dueAt: at(10),
    sentAt: null,
    lastError: 'Answered 500.',
  }),
  deliveryOf('d2', {
    state: 'failed',
    attempts: 16,
    sentAt: null,
    lastError: 'Given up after 16 tries: Answered 500.',
  }),
  deliveryOf('d1', { type: 'endpoint.test' }),
];

const recordOf = (endpoint: WebhookEndpoint): { json: WebhookRecord } => ({
  json: { id: endpoint.id, endpoint, deliveries, nextCursor: null, serverNow: at(0) },
});

const opened: DeliveryRecord = {
  delivery: deliveryOf('d3', { type: 'request.ended', state: 'waiting', attempts: 2, sentAt: null }),
  tries: [
    {
      at: at(-30),
      attempt: 1,
      result: 'unsure',
      said: 'No answer within 15 seconds.',
      address: '198.51.100.7',
      headers: {
        'webhook-id': 'evt_d3',
        'webhook-timestamp': '1795295040',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQ=',
      },
      body: '{"type":"request.ended","timestamp":"2026-11-21T20:34:00.000Z","data":{"id":"r1","reference":"BX-806D-HFQR"}}',
      status: null,
      answer: null,
      tookMs: 15_014,
    },
    {
      at: at(-29),
      attempt: 2,
      result: 'later',
      said: 'Answered 500.',
      address: '198.51.100.7',
      headers: { 'webhook-id': 'evt_d3' },
      body: '{}',
      status: 500,
      answer: 'Out of order',
      tookMs: 312,
    },
  ],
};

const tokens = [
  tokenOf('t1', {}),
  tokenOf('t2', { name: 'Old reports', state: 'expired', expiresAt: at(-600), lastUsedAt: null }),
  tokenOf('t3', { name: 'A contractor', scopes: ['dealerships:read'], state: 'revoked', revokedAt: at(-20) }),
];

/** @param inside returns the responses for a signed-in person with a role */
export function connectionLooks(inside: (role: Role, more?: Responses) => Responses): readonly Look[] {
  const audit = {
    'GET /api/desk/audit/webhook/w1': { json: { seen: [], changes: { entries: [], nextCursor: null } } },
    'GET /api/desk/audit/webhook/w3': { json: { seen: [], changes: { entries: [], nextCursor: null } } },
  };
  const all = {
    'GET /api/desk/connections/webhooks': { json: { endpoints: [working, failing, disabled], serverNow: at(0) } },
    'GET /api/desk/connections/tokens': { json: { tokens, serverNow: at(0) } },
    'GET /api/desk/connections/webhooks/w1': recordOf(working),
    'GET /api/desk/connections/webhooks/w3': recordOf(disabled),
    'GET /api/desk/connections/webhooks/w1/deliveries/d3': { json: opened },
    ...audit,
  };
  return [
    {
      name: 'desk-connections',
      path: '/desk/connections',
      responses: inside('admin', all),
      shows: 'Dealer newsletter',
    },
    {
      name: 'desk-connections-empty',
      path: '/desk/connections',
      responses: inside('admin', {
        'GET /api/desk/connections/webhooks': { json: { endpoints: [], serverNow: at(0) } },
        'GET /api/desk/connections/tokens': { json: { tokens: [], serverNow: at(0) } },
      }),
      shows: 'No endpoint has been added yet',
    },
    {
      name: 'desk-connections-failed',
      path: '/desk/connections',
      responses: inside('admin', {
        ...all,
        'GET /api/desk/connections/webhooks': { status: 503, text: 'We cannot take it at this moment.' },
      }),
      shows: 'Could not load the endpoints',
    },
    {
      name: 'desk-connections-disabled',
      path: '/desk/connections/w3',
      responses: inside('admin', all),
      shows: 'It failed for five days',
    },
    {
      name: 'desk-connections-tries',
      path: '/desk/connections/w1',
      responses: inside('admin', all),
      act: async (page) => {
        await page.getByRole('button', { name: 'A request is over' }).click();
        await page.getByText('Request', { exact: true }).first().click();
      },
      shows: 'No answer within 15 seconds.',
    },
    {
      name: 'desk-connections-secret',
      path: '/desk/connections',
      responses: inside('admin', {
        ...all,
        'POST /api/desk/connections/webhooks': {
          json: { endpoint: working, secret: 'whsec_c2FtcGxlIHNlY3JldCBvZiBhIHNhbXBsZSBlbmRwb2ludA==' },
        },
      }),
      act: async (page) => {
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('button', { name: 'Add it' }).click();
      },
      shows: 'The secret of Back office',
    },
  ];
}
