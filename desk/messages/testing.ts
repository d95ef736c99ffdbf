/** Messages as the server lists them, for tests. */
import type { MessageRow } from '#contract/desk/message-endpoints.ts';

const at = '2026-11-21T21:06:00.000Z';

/** A mail that failed. `parts` replace its members. */
export const messageOf = (parts: Partial<MessageRow> = {}): MessageRow => ({
  id: 'm-1',
  kind: 'lead-operator',
  channel: 'mail',
  about: { kind: 'lead', id: 'lead-1', label: 'BX-41TN-8QHW' },
  to: 'owner@boxline.example',
  toOperator: false,
  state: 'failed',
  sending: false,
  attempts: 3,
  createdAt: at,
  dueAt: null,
  sentAt: null,
  deliveredAt: null,
  failedAt: at,
  mayHaveArrived: false,
  lastError: '550 no such mailbox',
  retriedAt: null,
  can: { retry: true, giveUp: true },
  ...parts,
});
