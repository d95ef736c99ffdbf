/**
 * Leads as the desk shows them: a line of the list, a form, an event, and the whole record.
 *
 * A lead is one form, or several that were joined. They are shown as one lead, under the form that the others were joined to.
 */
import * as z from 'zod/mini';
import { changesAt, maybeText, maybeTime, text, time } from '../schemas.ts';
import { leadStatusNames, sameReasonNames } from './leads.ts';

const status = z.enum(leadStatusNames);
const form = z.enum(['inquiry', 'intake']);
const flag = z.enum(['honeypot', 'too-fast']);
const version = z.number();

/** One line of the list. Times are ISO-8601 in UTC. */
export const leadRow = z.object({
  id: text,
  /** The kind of the form that the lead is shown under. */
  form,
  reference: text,
  /** The dealership's name. */
  name: text,
  /** For an inquiry, the person who wrote; for an intake, the trading name. May be empty. */
  detail: text,
  status,
  ownerId: maybeText,
  ownerName: maybeText,
  /** When somebody is to contact the dealer. An open lead is late from then on. */
  dueAt: time,
  /** Whether `dueAt` is the time that the site promised. Otherwise it is a follow-up. */
  isPromise: z.boolean(),
  createdAt: time,
  amendedAt: maybeTime,
  closedAt: maybeTime,
  flags: z.array(flag),
  /** How many forms the lead consists of; 1 for most. */
  forms: z.number(),
  /** The strongest reason why another lead may be of the same people; null when there is none. */
  similar: z.nullable(z.enum(sameReasonNames)),
  /** Whether the caller owns it. */
  mine: z.boolean(),
  version,
});
export type LeadRow = z.infer<typeof leadRow>;

export const leadList = z.object({
  /** Open leads by `dueAt`, so late ones first; then closed ones, most recently closed first. */
  rows: z.array(leadRow),
  /** The cursor of the next page; null at the end. */
  cursor: maybeText,
  ...changesAt,
  serverNow: time,
});
export type LeadList = z.infer<typeof leadList>;

/** Consent to be texted, as it was given. It holds while `endedAt` is null. */
const consent = z.object({ at: time, version: text, wording: maybeText, endedAt: maybeTime });

/** One form of a lead, with the answers that hold now in the shape of the form's table. */
const leadForm = z.object({
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
  /** When it was erased; its answers are empty since. Absent from a server of the version before. */
  erasedAt: z.optional(maybeTime),
});
export type LeadForm = z.infer<typeof leadForm>;

/** One answer that a later submission changed, as text. */
const answerChange = z.object({ field: text, from: text, to: text });

const common = {
  /** A key that is unique among the lead's events. */
  key: text,
  at: time,
  /** The person who did it; null for the dealer, for the server, and for a command. */
  by: maybeText,
} as const;

const leadEvent = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('received'), form, reference: text }),
  z.object({ ...common, kind: z.literal('amended'), form, reference: text, changes: z.array(answerChange) }),
  /** A mail or text about the lead: its recipient and its state. */
  z.object({
    ...common,
    kind: z.literal('message'),
    /**
     * `received`: tells the operator of the lead; `amended`: tells the operator of new answers; `confirmation`: goes to the dealer.
     */
    about: z.enum(['received', 'amended', 'confirmation']),
    channel: z.enum(['mail', 'sms']),
    /** Empty when the operator is the recipient. */
    recipient: text,
    state: z.enum(['held', 'waiting', 'unsure', 'sent', 'failed', 'expired']),
    sentAt: maybeTime,
  }),
  z.object({ ...common, kind: z.literal('status'), from: status, to: status }),
  /** The owners' names; null for nobody. */
  z.object({ ...common, kind: z.literal('owner'), from: maybeText, to: maybeText }),
  /** `to` is null when the lead's own due time applies again. */
  z.object({ ...common, kind: z.literal('follow-up'), to: maybeTime }),
  z.object({ ...common, kind: z.literal('note'), text }),
  z.object({ ...common, kind: z.literal('joined'), form, reference: text }),
  z.object({ ...common, kind: z.literal('parted'), form, reference: text }),
  z.object({ ...common, kind: z.literal('dealership'), dealershipId: text, name: text }),
]);
export type LeadEvent = z.infer<typeof leadEvent>;

/** How another lead is described in the record of a lead. */
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
  /** At least one reason, the strongest first. */
  reasons: z.array(z.enum(sameReasonNames)),
  version,
});
export type SimilarLead = z.infer<typeof similarLead>;

/** A lead that was marked as not of the same people. It is not suggested until somebody takes that back. */
const dismissedLead = z.object({
  ...otherLead,
  /** When it was marked, and by whom. */
  dismissedAt: time,
  dismissedBy: maybeText,
});
export type DismissedLead = z.infer<typeof dismissedLead>;

export const leadRecord = z.object({
  ...leadRow.shape,
  /** The follow-up that somebody set; null while the lead's own due time applies. */
  followUpAt: maybeTime,
  /** When the time that the site promised ends. */
  promisedAt: time,
  firstContactAt: maybeTime,
  /** The dealership that was made from the lead. */
  dealershipId: maybeText,
  /** First the form that the lead is shown under, then those that were joined to it, oldest first. */
  parts: z.array(leadForm),
  /** Newest first, at most 500. */
  events: z.array(leadEvent),
  similarLeads: z.array(similarLead),
  /** Latest first, at most 50. */
  dismissedLeads: z.array(dismissedLead),
  /** The people who can own the lead: everybody who contacts leads. */
  owners: z.array(z.object({ id: text, name: text })),
  can: z.object({
    /** Mark it as contacted, while it is new. */
    contact: z.boolean(),
    note: z.boolean(),
    /** All other changes. */
    manage: z.boolean(),
    makeDealership: z.boolean(),
  }),
  serverNow: time,
});
export type LeadRecord = z.infer<typeof leadRecord>;
