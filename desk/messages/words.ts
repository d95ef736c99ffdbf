/** The messages screen in words: what a message is, and its state. */
import type { MessageRow } from '#contract/desk/message-endpoints.ts';
import { messageStates } from '#contract/desk/messages.ts';

const kinds: Readonly<Record<string, string>> = {
  'lead-operator': 'a new lead',
  'lead-amended': 'a changed lead',
  'lead-confirmation': 'confirmation to the dealer',
  'request-agent': 'a request',
  'request-again': 'a request that nobody has any more',
  'request-late': 'a request that is not connected',
  'request-cancelled': 'a request that was cancelled',
  alert: 'an alert',
  'audit-head': 'the head of the audit log',
  'staff-link': 'a link to the desk',
  'staff-notice': 'a notice about an account',
  'test-text': 'a test',
  'test-link': 'a test link',
};

/** A message's kind in words. A kind that has no words here is shown by its name. */
export const kindText = (kind: string): string => kinds[kind] ?? kind.replaceAll('-', ' ');

/** The state of a message, short enough for a row. */
export function standingText({ state, sending, attempts, deliveredAt, retriedAt }: MessageRow): string {
  if (sending) return 'Being sent now';
  // The tries count anew after “Try again”.
  const counted = retriedAt === null ? attempts : `${attempts} new`;
  const tries = `${counted}\u00a0${attempts === 1 ? 'try' : 'tries'}`;
  if (state === 'held') return 'On hold: nothing to send it with';
  if (state === 'expired') return 'Will not be sent';
  if (state === 'sent') return deliveredAt === null ? 'Sent' : 'Delivered';
  if (state === 'unsure') return `May have arrived, ${tries}`;
  if (state === 'failed') return `${messageStates.failed}, ${tries}`;
  return attempts === 0 ? 'Waiting' : `Waiting, ${tries}`;
}

export const toneOf = ({ state }: MessageRow): string | undefined =>
  state === 'failed' ? 'failed' : state === 'unsure' || state === 'held' ? 'unsure' : undefined;
