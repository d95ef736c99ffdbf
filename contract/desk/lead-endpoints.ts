/**
 * Leads at the desk: the list, one record, and what is done with it. `leads.ts` has the words, without a schema library.
 *
 * A lead is one form, or several that were joined: then it is shown as one, under the form that it was joined to. The path may
 * name any of its forms.
 *
 * Whoever changes a lead says which version of it they saw. When somebody else, or the dealer, has changed it since, the
 * response is 409 with the record as it stands, and nothing was written. Notes are only added, so they need no version.
 */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, id, maybeText, maybeTime, text, time } from '../schema-words.ts';
import {
  leadLimits,
  leadPath,
  leadRefusals,
  leadStatusFilters,
  leadStatusNames,
  leadsPath,
  sameReasonNames,
} from './leads.ts';

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
export const leadEvent = z.discriminatedUnion('kind', [
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

/** Another lead that may be of the same people. */
export const similarLead = z.object({
  id: text,
  form,
  reference: text,
  name: text,
  createdAt: time,
  status,
  /** At least one, the most telling first. */
  reasons: z.array(z.enum(sameReasonNames)),
  version,
});
export type SimilarLead = z.infer<typeof similarLead>;

/** A lead that somebody said is not of the same people. It is suggested no more, until somebody takes that back. */
export const dismissedLead = z.object({
  id: text,
  form,
  reference: text,
  name: text,
  createdAt: time,
  status,
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

const tag = 'desk';
const yes = z.optional(z.literal('yes'));

export const listLeads = endpoint({
  tag,
  method: 'GET',
  path: leadsPath,
  summary: 'Inquiries and intakes, late ones first',
  auth: { staff: 'readLeads' },
  query: z.object({
    /** `open` unless it is said. */
    status: z.optional(z.enum(leadStatusFilters)),
    form: z.optional(form),
    mine: yes,
    late: yes,
    flagged: yes,
    search: z.optional(atMost(leadLimits.search)),
    cursor: z.optional(atMost(200)),
  }),
  responses: { 200: leadList },
  refusals: leadRefusals,
});

const record = { 200: leadRecord } as const;
const recordOrChanged = { 200: leadRecord, 409: leadRecord } as const;

export const viewLead = endpoint({
  tag,
  method: 'GET',
  path: leadPath,
  summary: 'One lead',
  auth: { staff: 'readLeads' },
  responses: record,
  refusals: leadRefusals,
});

/** A change of a lead: what is left out stays. */
export const leadPatch = z.object({
  status: z.optional(status),
  /** Null for nobody. */
  ownerId: z.optional(maybeText),
  /** Null for the time that the lead has by itself. */
  followUpAt: z.optional(maybeTime),
});
export type LeadPatch = z.infer<typeof leadPatch>;

export const editLead = endpoint({
  tag,
  method: 'POST',
  path: leadPath,
  summary: 'Change status, owner or follow-up of a lead',
  auth: { staff: 'manageLeads' },
  body: z.object({ version, patch: leadPatch }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});

/** Of a new lead; of one that was contacted before it changes nothing. */
export const contactedLead = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/contacted`,
  summary: 'Say that a lead was contacted',
  auth: { staff: 'contactLeads' },
  body: z.object({ version }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});

/** `id` is minted by whoever writes, so that a note that is sent twice is one. Social Security numbers and their like are masked. */
export const noteLead = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/notes`,
  summary: 'Write a note about a lead',
  auth: { staff: 'writeNotes' },
  bodyLimitBytes: 16 * 1024,
  body: z.object({ id, text: atMost(leadLimits.note) }),
  responses: record,
  refusals: leadRefusals,
});

/** `with` and what it is joined with become a part of this lead. 409 also when the other one has changed. */
export const joinLead = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/join`,
  summary: 'Join a lead with another one of the same people',
  auth: { staff: 'manageLeads' },
  body: z.object({ version, with: text, withVersion: version }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});

/** They are not suggested to each other any more. */
export const tellLeadApart = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/apart`,
  summary: 'Say that another lead is not of the same people',
  auth: { staff: 'manageLeads' },
  body: z.object({ version, from: text }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});

/** Takes back that they are not of the same people: they may be suggested to each other as if nobody had said so. */
export const suggestLeadAgain = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/suggest-again`,
  summary: 'Let another lead be suggested again',
  auth: { staff: 'manageLeads' },
  body: z.object({ version, other: text }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});

/** The form `part` is a lead of its own again, as it stood when it was joined. */
export const partLead = endpoint({
  tag,
  method: 'POST',
  path: `${leadPath}/part`,
  summary: 'Part a form from the lead that it was joined to',
  auth: { staff: 'manageLeads' },
  body: z.object({ version, part: text }),
  responses: recordOrChanged,
  refusals: leadRefusals,
});
