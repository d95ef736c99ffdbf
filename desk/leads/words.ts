/** The leads screen in words: due times, events and answers. Pure. */
import { lists } from '#brand/lists.ts';
import type { LeadEvent, LeadForm, LeadRecord, LeadRow } from '#contract/desk/lead-schemas.ts';
import { dueWords, eventWords, spanText } from '#contract/desk/lead-words.ts';
import { isOpenStatus, leadStatuses, sameReasons } from '#contract/desk/leads.ts';
import type { Field } from '#contract/fields.ts';
import { leadForms } from '#contract/forms.ts';
import { dotted } from '../lib/dotted.ts';
import { daysAfter, deskZone, fromWallClock, momentIn, pastDayIn, pastIn, toWallClock } from '../lib/times.ts';

export { actorText, formNames } from '#contract/desk/lead-words.ts';

export const forms = leadForms(lists);

const hourMs = 60 * 60_000;

export const isLate = ({ status, dueAt }: Pick<LeadRow, 'status' | 'dueAt'>, nowMs: number): boolean =>
  isOpenStatus(status) && Date.parse(dueAt) <= nowMs;

/** A time in the desk's zone: `Nov 21, 9:04 pm ET`. It has its year when that is not the current year. */
export const whenText = (at: string, nowMs: number): string => momentIn(deskZone, at, nowMs);

/** `Nov 21, 9:04 pm`, for places that name the zone once for many times. */
export const shortWhen = (at: string, nowMs: number): string => pastIn(deskZone, at, nowMs);

/** When a lead is due, in a few words: `2 h late`, `in 3 h`, `Nov 24`. For a closed lead, when it was closed. */
export const dueText = (row: Pick<LeadRow, 'status' | 'dueAt' | 'closedAt'>, nowMs: number): string =>
  dueWords(row, nowMs, (at) => pastDayIn(deskZone, at, nowMs));

/** Why a lead is due, and how soon or how late: `promised 24 h, 2 h late`. For a closed lead, its status and the day. */
export function dueReason({ status, isPromise, dueAt, closedAt }: LeadRecord, nowMs: number): string {
  if (!isOpenStatus(status))
    return closedAt === null ? leadStatuses[status] : `${leadStatuses[status]} ${pastDayIn(deskZone, closedAt, nowMs)}`;
  const leftMs = Date.parse(dueAt) - nowMs;
  const span = leftMs <= 0 ? `${spanText(-leftMs)} late` : `in ${spanText(leftMs)}`;
  return `${isPromise ? 'promised 24 h' : 'follow up'}, ${span}`;
}

/** The small line under a name. */
export function detailOf({ detail, forms: count, flags, similar, amendedAt }: LeadRow): string {
  return dotted(
    detail,
    flags.length > 0 && 'looks suspicious',
    count > 1 && `${count} forms`,
    similar !== null && `again: ${sameReasons[similar]}`,
    amendedAt !== null && 'answers changed',
  );
}

/** The label of an answer; the long wording of the consent has its own place. */
export const labelOf = ({ name, label }: Pick<Field, 'name' | 'label'>): string =>
  name === 'sms_consent' ? 'Consent to texts' : label;

/** An answer as text; empty when nothing was answered. */
export function answerText(field: Pick<Field, 'name' | 'kind'>, answers: LeadForm['answers']): string {
  const answer = answers[field.name];
  if (field.kind === 'tick') return answer === true ? 'Yes' : 'No';
  return Array.isArray(answer) ? answer.join(', ') : String(answer ?? '');
}

const fieldOf = (form: LeadForm['form'], name: string) => forms[form].fields.find((field) => field.name === name);

/** An event as a sentence without its actor, who is written before it. */
export const eventText = (event: LeadEvent, nowMs: number): string =>
  eventWords(event, {
    labelOf(form, name) {
      const field = fieldOf(form, name);
      return field ? labelOf(field) : name;
    },
    timeOf: (at) => shortWhen(at, nowMs),
  });

/** The events between two readings of a lead, oldest first. Events of messages are left out. */
export function happenedBetween(before: LeadRecord, now: LeadRecord): LeadEvent[] {
  const known = new Set(before.events.map(({ key }) => key));
  return now.events.filter(({ key, kind }) => !known.has(key) && kind !== 'message').reverse();
}

/** A way to reach the people of a lead. */
interface Reach {
  readonly label: string;
  readonly value: string;
  readonly kind: 'tel' | 'email' | 'street';
  /** Whether the dealer agreed to texts to this number and has not taken that back. */
  readonly mayText: boolean;
}

/** Telephone numbers, mail and street addresses of all forms, each once. Fax numbers and mailing addresses are left out. */
export function reachesOf({ parts }: Pick<LeadRecord, 'parts'>): Reach[] {
  const reaches = parts.flatMap(({ form, answers, consents }) =>
    forms[form].fields.flatMap((field): Reach[] => {
      const { kind, name } = field;
      if (kind !== 'tel' && kind !== 'email' && kind !== 'street') return [];
      if (name === 'business_fax' || name === 'mailing_address') return [];
      const value = answerText(field, answers);
      const mayText = name === 'personal_phone' && consents.some(({ endedAt }) => endedAt === null);
      return value === '' ? [] : [{ label: field.label, value, kind, mayText }];
    }),
  );
  const keyOf = ({ kind, value }: Reach) =>
    `${kind} ${kind === 'tel' ? value.replace(/\D/g, '').slice(-10) : value.toLowerCase()}`;
  const first = new Map<string, Reach>();
  for (const reach of reaches) {
    const known = first.get(keyOf(reach));
    first.set(keyOf(reach), known ? { ...known, mayText: known.mayText || reach.mayText } : reach);
  }
  return [...first.values()];
}

/** Usual times for a follow-up after a moment, in the desk's zone. */
export function followUpChoices(nowMs: number): { readonly label: string; readonly at: string }[] {
  const today = toWallClock(nowMs).slice(0, 10);
  const morning = (days: number) => fromWallClock(`${daysAfter(today, days)}T10:00`) ?? '';
  return [
    { label: 'In 2 hours', at: new Date(nowMs + 2 * hourMs).toISOString() },
    { label: 'Tomorrow, 10 am', at: morning(1) },
    { label: 'In 3 days', at: morning(3) },
    { label: 'In a week', at: morning(7) },
  ];
}
