/** Words about leads, for the desk and the terminal: when they are due, and what happened. Pure, without a schema library. */
import type { LeadEvent, LeadForm, LeadRow } from './lead-schemas.ts';
import { isOpenStatus, leadStatuses } from './leads.ts';

export const formNames = { inquiry: 'Inquiry', intake: 'Intake' } as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A duration: `40 min`, `2 h`, `3 days`. */
export function spanText(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / dayMs)} days`;
}

/** When a lead is due, in a few words: `2 h late`, `in 3 h`, or its day. For a closed lead, the day on which it was closed. */
export function dueWords(
  { status, dueAt, closedAt }: Pick<LeadRow, 'status' | 'dueAt' | 'closedAt'>,
  nowMs: number,
  dayOf: (at: string) => string,
): string {
  if (!isOpenStatus(status)) return closedAt === null ? '' : dayOf(closedAt);
  const leftMs = Date.parse(dueAt) - nowMs;
  if (leftMs <= 0) return `${spanText(-leftMs)} late`;
  return leftMs < 2 * dayMs ? `in ${spanText(leftMs)}` : dayOf(dueAt);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const messageStates = {
  held: 'held: there is no way to send it yet',
  waiting: 'on its way',
  unsure: 'may have arrived; retrying',
  sent: 'sent',
  failed: 'failed: it needs attention',
  expired: 'not sent: its time was over',
} as const;

const messageAbouts = {
  received: 'Told the operator',
  amended: 'Told the operator of the new answers',
  confirmation: 'Confirmation',
} as const;

/** The functions that the caller supplies for a sentence about a lead. */
export interface Saying {
  readonly labelOf: (form: LeadForm['form'], field: string) => string;
  /** Writes a time in the caller's way. */
  readonly timeOf: (at: string) => string;
}

/** What happened, in a sentence. The caller puts the actor before it. */
export function eventWords(event: LeadEvent, { labelOf, timeOf }: Saying): string {
  switch (event.kind) {
    case 'received':
      return `${formNames[event.form]} ${event.reference} received`;
    case 'amended': {
      const changes = event.changes.map(({ field: name, from, to }) => {
        return `${labelOf(event.form, name)}: ${from || 'nothing'} → ${to || 'nothing'}`;
      });
      return `The dealer sent new answers. ${changes.join('; ')}`;
    }
    case 'message': {
      const to = event.recipient === '' ? '' : ` to ${event.recipient}`;
      return `${messageAbouts[event.about]}${to} by ${event.channel === 'sms' ? 'text' : 'mail'}: ${messageStates[event.state]}`;
    }
    case 'status':
      return `${leadStatuses[event.from]} → ${leadStatuses[event.to]}`;
    case 'owner':
      return event.to === null
        ? `nobody has it now; ${event.from} had it`
        : `${event.to} has it${event.from === null ? '' : `; ${event.from} had it`}`;
    case 'follow-up':
      return event.to === null ? 'no follow-up is set any more' : `follow up ${timeOf(event.to)}`;
    case 'note':
      return event.text;
    case 'joined':
      return `joined the ${lowerFirst(formNames[event.form])} ${event.reference}`;
    case 'parted':
      return `separated it from the ${lowerFirst(formNames[event.form])} ${event.reference}`;
    case 'dealership':
      return `made the dealership ${event.name}`;
  }
}

/** The actor of an event, for the beginning of a line; null when it was nobody at the desk. */
export function actorText({ kind, by }: LeadEvent): string | null {
  if (by !== null) return by;
  return kind === 'received' || kind === 'amended' || kind === 'message' ? null : 'A command';
}
