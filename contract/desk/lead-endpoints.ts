/**
 * Leads at the desk: the list, one record, and what is done with it. `lead-schemas.ts` says how a lead is shown, and `leads.ts` has
 * the words, without a schema library. The path may name any form of a lead.
 *
 * Whoever changes a lead says which version of it they saw. When somebody else, or the dealer, has changed it since, the
 * response is 409 with the record as it stands, and nothing was written. Notes are only added, so they need no version.
 */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, id, maybeText, maybeTime, text } from '../schema-words.ts';
import { leadList, leadRecord, leadRow } from './lead-schemas.ts';
import { leadLimits, leadPath, leadRefusals, leadStatusFilters, leadsPath } from './leads.ts';

const version = z.number();

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
    form: z.optional(leadRow.shape.form),
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
const leadPatch = z.object({
  status: z.optional(leadRow.shape.status),
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
