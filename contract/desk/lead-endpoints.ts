/**
 * Leads at the desk: the list, one record, and what can be done with it. `lead-schemas.ts` has the shapes of a lead, and `leads.ts`
 * the words, without a schema library. The path may name any form of a lead.
 *
 * A change of a lead names the version that the person saw. When somebody else, or the dealer, has changed it since, the response
 * is 409 with the current record, and nothing was written. Notes are only added, so they need no version.
 */
import * as z from 'zod/mini';
import { atMost, id, maybeText, maybeTime, text } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { leadList, leadRecord, leadRow } from './lead-schemas.ts';
import { leadLimits, leadPath, leadRefusals, leadStatusFilters, leadsPath } from './leads.ts';

const version = z.number();

const yes = z.optional(z.literal('yes'));

export const listLeads = reads('readLeads', leadsPath, {
  summary: 'Inquiries and intakes, late ones first',
  query: z.object({
    /** Defaults to `open`. */
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

const record = { responses: { 200: leadRecord }, refusals: leadRefusals } as const;
const change = { responses: { 200: leadRecord, 409: leadRecord }, refusals: leadRefusals } as const;

export const viewLead = reads('readLeads', leadPath, {
  summary: 'One lead',
  ...record,
});

/** A change of a lead. A member that is left out is not changed. */
const leadPatch = z.object({
  status: z.optional(leadRow.shape.status),
  /** Null for nobody. */
  ownerId: z.optional(maybeText),
  /** Null removes the follow-up: the lead's own due time applies again. */
  followUpAt: z.optional(maybeTime),
});
export type LeadPatch = z.infer<typeof leadPatch>;

export const editLead = writes('manageLeads', leadPath, {
  summary: 'Change status, owner or follow-up of a lead',
  body: z.object({ version, patch: leadPatch }),
  ...change,
});

/** Marks a new lead as contacted. Has no effect on a lead that was contacted before. */
export const markContacted = writes('contactLeads', `${leadPath}/contacted`, {
  summary: 'Say that a lead was contacted',
  body: z.object({ version }),
  ...change,
});

/**
 * The browser mints `id`, so that a note that is sent twice is stored once. Social Security numbers and similar secrets are masked.
 */
export const noteLead = writes('writeNotes', `${leadPath}/notes`, {
  summary: 'Write a note about a lead',
  bodyLimitBytes: 16 * 1024,
  body: z.object({ id, text: atMost(leadLimits.note) }),
  ...record,
});

/** The lead `with` and the forms joined to it become a part of this lead. 409 also when the other lead has changed. */
export const joinLead = writes('manageLeads', `${leadPath}/join`, {
  summary: 'Join a lead with another one of the same people',
  body: z.object({ version, with: text, withVersion: version }),
  ...change,
});

/** The two leads are not suggested to each other any more. */
export const tellLeadApart = writes('manageLeads', `${leadPath}/apart`, {
  summary: 'Say that another lead is not of the same people',
  body: z.object({ version, from: text }),
  ...change,
});

/** Takes back `tellLeadApart`: the two leads may be suggested to each other again. */
export const suggestLeadAgain = writes('manageLeads', `${leadPath}/suggest-again`, {
  summary: 'Let another lead be suggested again',
  body: z.object({ version, other: text }),
  ...change,
});

/** The form `part` becomes a lead of its own again, in the state it had when it was joined. */
export const partLead = writes('manageLeads', `${leadPath}/part`, {
  summary: 'Part a form from the lead that it was joined to',
  body: z.object({ version, part: text }),
  ...change,
});
