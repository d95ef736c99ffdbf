/**
 * Leads as the desk shows them: a line of the list, a form, what happened, and the whole record.
 *
 * A lead is one form, or several that were joined: then it is shown as one, under the form that it was joined to.
 */
import * as z from 'zod/mini';
import { maybeText, maybeTime, text, time } from '../schema-words.ts';
import { leadStatusNames, sameReasonNames } from './leads.ts';

const status = z.enum(leadStatusNames);
const form = z.enum(['inquiry', 'intake']);
const flag = z.enum(['honeypot', 'too-fast']);
const version = z.number();

/** One line of the list. Times are ISO-8601 in UTC. */
export const leadRow = z.object({
  id: text,
  /** Of the form that the lead is shown under. */
  form,
  reference: text,
  /** Of the dealership. */
  name: text,
  /** Who wrote, of an inquiry; the trading name, of an intake. May be empty. */
  detail: text,
  status,
  ownerId: maybeText,
  ownerName: maybeText,
  /** When somebody is to contact them. An open lead is late from then on. */
  dueAt: time,
  /** Whether `dueAt` is what the site promised. Otherwise it is a follow-up. */
  isPromise: z.boolean(),
  createdAt: time,
  amendedAt: maybeTime,
  closedAt: maybeTime,
  flags: z.array(flag),
  /** How many forms it is joined of; 1 for most. */
  forms: z.number(),
  /** The most telling reason why another lead may be of the same people; null when there is none. */
  similar: z.nullable(z.enum(sameReasonNames)),
  /** Whether the caller owns it. */
  mine: z.boolean(),
  version,
});
export type LeadRow = z.infer<typeof leadRow>;

export const leadList = z.object({
  /** Open ones by `dueAt`, so late ones first; then closed ones, the newest end first. */
  rows: z.array(leadRow),
  /** Give it back for the rows after these; null when there are none. */
  cursor: maybeText,
  serverNow: time,
});
export type LeadList = z.infer<typeof leadList>;

/** Consent to be texted, as it was given. It holds while `endedAt` is null. */
const consent = z.object({ at: time, version: text, wording: maybeText, endedAt: maybeTime });

/** One form of a lead, with the answers that hold now in the shape of the form's table. */
export const leadForm = z.object({
  id: text,
  form,
  reference: text,
  createdAt: time,
  amendedAt: maybeTime,
  /** The visitor's local date and time, as the page wrote it. */
  submittedDate: text,
  answers: z.record(text, z.union([text, z.boolean(), z.array(text)])),
  flags: z.array(flag),
  consents: z.array(consent),
  /** When it was joined to the lead; null for the form that the lead is shown under. */
  joinedAt: maybeTime,
});
export type LeadForm = z.infer<typeof leadForm>;

/** One answer that a later submission changed, as text. */
const answerChange = z.object({ field: text, from: text, to: text });

const common = {
  /** Tells one entry from every other of this lead. */
  key: text,
  at: time,
  /** Who did it, by name; null for the dealer, for the server, and for a command. */
  by: maybeText,
} as const;

/** What happened to a lead. */
const leadEvent = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('received'), form, reference: text }),
  z.object({ ...common, kind: z.literal('amended'), form, reference: text, changes: z.array(answerChange) }),
  /** A mail or text about it: to whom, and what became of it. */
  z.object({
    ...common,
    kind: z.literal('message'),
    /** `received`: to the operator; `amended`: to the operator, about new answers; `confirmation`: to the dealer. */
    about: z.enum(['received', 'amended', 'confirmation']),
    channel: z.enum(['mail', 'sms']),
    /** Empty for the operator. */
    recipient: text,
    state: z.enum(['held', 'waiting', 'unsure', 'sent', 'failed', 'expired']),
    sentAt: maybeTime,
  }),
  z.object({ ...common, kind: z.literal('status'), from: status, to: status }),
  /** Names; null for nobody. */
  z.object({ ...common, kind: z.literal('owner'), from: maybeText, to: maybeText }),
  /** To null: the time that the lead has by itself holds again. */
  z.object({ ...common, kind: z.literal('follow-up'), to: maybeTime }),
  z.object({ ...common, kind: z.literal('note'), text }),
  z.object({ ...common, kind: z.literal('joined'), form, reference: text }),
  z.object({ ...common, kind: z.literal('parted'), form, reference: text }),
  z.object({ ...common, kind: z.literal('dealership'), dealershipId: text, name: text }),
]);
export type LeadEvent = z.infer<typeof leadEvent>;

/** What is said of another lead beside the one that is open. */
const otherLead = {
  id: text,
  form,
  reference: text,
  name: text,
  createdAt: time,
  status,
} as const;

/** Another lead that may be of the same people. */
const similarLead = z.object({
  ...otherLead,
  /** At least one, the most telling first. */
  reasons: z.array(z.enum(sameReasonNames)),
  version,
});
export type SimilarLead = z.infer<typeof similarLead>;

/** A lead that somebody said is not of the same people. It is suggested no more, until somebody takes that back. */
const dismissedLead = z.object({
  ...otherLead,
  /** When somebody said so, and who, by name. */
  dismissedAt: time,
  dismissedBy: maybeText,
});
export type DismissedLead = z.infer<typeof dismissedLead>;

export const leadRecord = z.object({
  ...leadRow.shape,
  /** What somebody set; null while the lead is due by itself. */
  followUpAt: maybeTime,
  /** When the site's promise ends. */
  promisedAt: time,
  firstContactAt: maybeTime,
  /** The dealership that was made of it. */
  dealershipId: maybeText,
  /** The form that the lead is shown under first, then those that were joined to it, the oldest first. */
  parts: z.array(leadForm),
  /** The newest first, at most 500. */
  events: z.array(leadEvent),
  similarLeads: z.array(similarLead),
  /** The latest first, at most 50. */
  dismissedLeads: z.array(dismissedLead),
  /** Who may own it: everybody who contacts leads. */
  owners: z.array(z.object({ id: text, name: text })),
  can: z.object({
    /** Say that it was contacted, while it is new. */
    contact: z.boolean(),
    note: z.boolean(),
    /** Everything else about it. */
    manage: z.boolean(),
    /** Make a dealership of it. */
    makeDealership: z.boolean(),
  }),
  serverNow: time,
});
export type LeadRecord = z.infer<typeof leadRecord>;
