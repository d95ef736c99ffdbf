/**
 * The dealerships: their records with contacts, hours and agreement, and how an account is closed and reopened. Their access codes
 * are in `code-endpoints.ts`, words without a schema library in `dealerships.ts`.
 *
 * A change of a record names the version that the person saw. When somebody else has changed it since, the response is 409 with the
 * current record, and nothing was written.
 */
import * as z from 'zod/mini';
import { atMost, changesAt, id, maybeText, maybeTime, text, time } from '../schemas.ts';
import {
  clockPattern,
  datePattern,
  dealershipEventKinds,
  dealershipFilterNames,
  dealershipGaps,
  dealershipLimits,
  dealershipPath,
  dealershipRefusals,
  dealershipsPath,
  ownCodeStates,
} from './dealerships.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { leadRecord } from './lead-schemas.ts';
import { earlierRequest, storeSheet } from './record-schemas.ts';

const date = text.check(z.regex(datePattern));
const clock = text.check(z.regex(clockPattern));

const dealershipRow = z.object({
  id: text,
  name: text,
  /** The number on file, as people write it. */
  phone: maybeText,
  /** IANA; null while nobody has said. */
  zone: maybeText,
  /** Whether it is one of the installation's sample dealerships. */
  sample: z.boolean(),
  /** The day of the agreement, as `2026-11-02`; null while there is none. */
  agreementDate: maybeText,
  code: z.enum(ownCodeStates),
  /** When a code of its own last opened the portal. */
  lastUsedAt: maybeTime,
  ...changesAt,
  /** When it last asked for an agent. */
  lastRequestAt: maybeTime,
  closedAt: maybeTime,
  createdAt: time,
});
export type DealershipRow = z.infer<typeof dealershipRow>;

/** A page of dealerships, by name. */
const dealershipPage = z.object({
  rows: z.array(dealershipRow),
  /** The cursor of the next page; null at the end. */
  cursor: maybeText,
  /** The number of samples that are left, regardless of the filter. */
  samples: z.number(),
  ...changesAt,
});
export type DealershipPage = z.infer<typeof dealershipPage>;

/** A weekday's hours in the dealership's zone; null: closed all day. A closing time before the opening is on the next day. */
const hoursOfDay = z.nullable(z.object({ opens: clock, closes: clock }));
/** Seven days, Monday first. */
const hours = z.array(hoursOfDay).check(z.length(7));
export type Hours = z.infer<typeof hours>;

/** Whether a contact may be texted. Only a submission gives this consent: nobody at the desk can. */
const consentView = z.object({
  /** When the submission gave the consent, and to which version of the wording. */
  at: time,
  version: text,
  /** When the consent ended; null while it holds. */
  endedAt: maybeTime,
  /** Whether it holds for the contact's present telephone. */
  holds: z.boolean(),
});
export type ConsentView = z.infer<typeof consentView>;

const contact = z.object({
  id: text,
  name: text,
  role: text,
  /** As people write it. */
  phone: maybeText,
  mail: maybeText,
  /** Null when no submission gave consent to texts. */
  consent: z.nullable(consentView),
});
export type Contact = z.infer<typeof contact>;

/** An access code of the dealership's own. The code itself is stored nowhere. */
export const codeView = z.object({
  number: z.number(),
  createdAt: time,
  expiresAt: maybeTime,
  revokedAt: maybeTime,
  lastUsedAt: maybeTime,
  /** `grace`: it is valid until `expiresAt`, because a newer one has replaced it. */
  state: z.enum(['holds', 'grace', 'ended', 'revoked']),
});
export type CodeView = z.infer<typeof codeView>;

/** A link that brings a code, as the desk sees it, without its token. */
const linkView = z.object({
  id: text,
  /** The contact it was sent to, as recorded at that time. */
  contactName: text,
  mail: maybeText,
  phone: maybeText,
  /** The sender; null for a command. */
  by: maybeText,
  createdAt: time,
  expiresAt: time,
  usedAt: maybeTime,
  /** `open`: not used yet. `ended`: withdrawn, replaced by a later one, or ended with the account. */
  state: z.enum(['open', 'used', 'expired', 'ended']),
  /** The state of its mail and text, in the outbox's words. */
  messages: z.array(z.object({ channel: z.enum(['mail', 'sms']), state: text })),
});
export type LinkView = z.infer<typeof linkView>;

const dealershipEvent = z.object({
  id: text,
  at: time,
  kind: z.enum([...dealershipEventKinds, 'request']),
  /** The person who did it; null for a command, the server, and the dealership itself. */
  by: maybeText,
  /** Names of fields, a contact's name, a code's number, a date or a reference, depending on the kind. */
  detail: z.array(text),
});
export type DealershipEvent = z.infer<typeof dealershipEvent>;

export const dealershipRecord = z.object({
  ...dealershipRow.def.shape,
  /** Grows with every change of the record. */
  version: z.number(),
  address: maybeText,
  website: maybeText,
  hours: z.nullable(hours),
  contacts: z.array(contact),
  gaps: z.array(z.enum(dealershipGaps)),
  /** The lead that it was made from. */
  lead: z.nullable(z.object({ id: text, kind: z.enum(['inquiry', 'intake']), reference: text })),
  /** How many dealerships share its name, itself included. */
  sameNamed: z.number(),
  /** Newest first. */
  codes: z.array(codeView),
  /** The newest link; null when none was ever sent. */
  link: z.nullable(linkView),
  /** The store sheet, and what the intake said. */
  sheet: storeSheet,
  /** Newest first. */
  requests: z.array(earlierRequest),
  /** Newest first. */
  history: z.array(dealershipEvent),
  /** Whether the server can send mails, and texts. */
  sends: z.object({ mail: z.boolean(), text: z.boolean() }),
  can: z.object({
    edit: z.boolean(),
    close: z.boolean(),
    reopen: z.boolean(),
    remove: z.boolean(),
    /** True also when something is missing: `gaps` says what. */
    issue: z.boolean(),
  }),
  serverNow: time,
});
export type DealershipRecord = z.infer<typeof dealershipRecord>;

const refusals = dealershipRefusals;
const change = { responses: { 200: dealershipRecord, 409: dealershipRecord }, refusals } as const;

/** `filter` defaults to `active`. `search`: a part of a name, telephone, address, website or contact, or of the store sheet. */
export const listDealerships = reads('readDealerships', dealershipsPath, {
  summary: 'Dealerships by name',
  query: z.object({
    filter: z.optional(z.enum(dealershipFilterNames)),
    search: z.optional(atMost(dealershipLimits.search)),
    cursor: z.optional(atMost(600)),
  }),
  responses: { 200: dealershipPage },
  refusals: { invalid: { status: 422, text: 'This search cannot be read.' } },
});

export const viewDealership = reads('readDealerships', dealershipPath, {
  summary: 'The record of a dealership',
  responses: { 200: dealershipRecord },
  refusals: { notFound: refusals.notFound },
});

/** A contact as it is sent for storing. The browser mints `id` for a new one; consent cannot be set. */
const contactBody = z.object({
  id,
  name: atMost(dealershipLimits.contactName),
  role: atMost(dealershipLimits.contactRole),
  phone: atMost(dealershipLimits.phone),
  mail: atMost(dealershipLimits.mail),
});
export type ContactBody = z.infer<typeof contactBody>;

/** A member that is left out is not changed. An empty text removes the value. `contacts` is the complete list, in order. */
const dealershipPatch = z.partial(
  z.object({
    name: atMost(dealershipLimits.name),
    phone: atMost(dealershipLimits.phone),
    address: atMost(dealershipLimits.address),
    website: atMost(dealershipLimits.website),
    zone: atMost(64),
    hours: z.nullable(hours),
    agreementDate: z.nullable(date),
    contacts: z.array(contactBody).check(z.maxLength(dealershipLimits.contacts)),
  }),
);
export type DealershipPatch = z.infer<typeof dealershipPatch>;

/**
 * Makes a dealership: from a lead in one press, which marks the lead won, or by hand, with an id that the browser mints. In both
 * cases a second press finds what the first one made and gets 200 instead of 201. 409: the lead has changed since the person saw
 * it; the body is its current record.
 */
export const addDealership = writes('manageDealerships', dealershipsPath, {
  summary: 'Make a dealership, from a lead or by hand',
  body: z.object({
    /** The lead, and the version of it that the person saw. */
    lead: z.optional(z.object({ id: text, version: z.number() })),
    id: z.optional(id),
    name: z.optional(atMost(dealershipLimits.name)),
    phone: z.optional(atMost(dealershipLimits.phone)),
    address: z.optional(atMost(dealershipLimits.address)),
    zone: z.optional(atMost(64)),
  }),
  bodyLimitBytes: 32 * 1024,
  responses: { 200: dealershipRecord, 201: dealershipRecord, 409: leadRecord },
  refusals,
});

export const editDealership = writes('manageDealerships', dealershipPath, {
  summary: 'Change the record of a dealership',
  body: z.object({ version: z.number(), patch: dealershipPatch }),
  bodyLimitBytes: 32 * 1024,
  ...change,
});

/** Ends the dealership's codes and their portal sessions within a second. Requests that are running continue to their end. */
export const closeDealership = freshWrites('manageDealerships', '/api/desk/dealerships/:id/close', {
  summary: "Close a dealership's account",
  body: z.object({ version: z.number() }),
  ...change,
});

/** Its earlier codes stay ended: it needs a new one. */
export const reopenDealership = writes('manageDealerships', '/api/desk/dealerships/:id/reopen', {
  summary: 'Open a closed account again',
  body: z.object({ version: z.number() }),
  ...change,
});

/** Takes a sample off every list and ends its codes. Its requests stay. */
export const removeSample = writes('manageDealerships', '/api/desk/dealerships/:id/remove', {
  summary: 'Remove a sample dealership',
  responses: { 200: z.object({ removed: z.number() }) },
  refusals,
});

export const removeSamples = freshWrites('manageDealerships', '/api/desk/dealership-samples/remove', {
  summary: 'Remove every sample dealership',
  responses: { 200: z.object({ removed: z.number() }) },
});
