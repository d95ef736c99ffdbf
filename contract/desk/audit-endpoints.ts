/** The audit log: a list with filters, and who saw and changed one record. `audit.ts` has the words, without a schema library. */
import * as z from 'zod/mini';
import { moment } from '../moment.ts';
import { atMost, maybeText, text, time } from '../schemas.ts';
import { auditActions, auditKinds } from './audit.ts';
import { freshWrites, reads } from './desk-endpoint.ts';

const action = z.enum(auditActions);
const kind = z.enum(auditKinds);

/** A person; null for a command or the server itself. */
const actor = z.nullable(z.object({ id: text, name: text }));

const auditEntry = z.object({
  /** Counts up by one from entry to entry. */
  seq: z.number(),
  at: time,
  by: actor,
  action,
  about: z.array(
    z.object({
      kind,
      id: text,
      /** A person's name or a request's reference; null when there is none. */
      label: maybeText,
    }),
  ),
  /** Ids, names of fields, numbers and words of closed lists. */
  detail: z.record(text, z.union([text, z.number(), z.boolean(), z.null(), z.array(text)])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const auditPage = z.object({
  /** The newest first. */
  entries: z.array(auditEntry),
  /** Give it back for the entries before these; null when there are none. */
  nextCursor: maybeText,
});
export type AuditPage = z.infer<typeof auditPage>;

const short = z.optional(atMost(200));
const cursor = z.optional(text.check(z.regex(/^\d{1,15}$/)));

export const listAudit = reads('readAudit', '/api/desk/audit', {
  summary: 'The audit log',
  query: z.object({
    /** A person's id; `none` for commands and the server. */
    by: short,
    action: z.optional(action),
    kind: z.optional(kind),
    /** With `kind`: the id of a thing. */
    id: short,
    /** From this time on, and before this time. */
    from: z.optional(moment),
    before: z.optional(moment),
    cursor,
  }),
  responses: { 200: auditPage },
});

const recordAudit = z.object({
  /** The people who opened it, most recent first, at most 100. */
  seen: z.array(z.object({ by: actor, times: z.number(), firstAt: time, lastAt: time })),
  /** All other entries about it, newest first. */
  changes: auditPage,
});
export type RecordAudit = z.infer<typeof recordAudit>;

export const viewRecordAudit = reads('readAudit', '/api/desk/audit/:kind/:id', {
  summary: 'Who saw and changed one record',
  query: z.object({ cursor }),
  responses: { 200: recordAudit },
  refusals: { notFound: { status: 404, text: 'There is no such kind of record.' } },
});

const seenRow = z.object({
  /** A person, a program by its token, a receiver of webhooks by its endpoint, or the server itself. */
  who: z.object({ kind: z.enum(['person', 'program', 'receiver', 'server']), id: maybeText, name: text }),
  how: z.enum(['opened', 'listed', 'exported', 'api-read', 'webhook-sent']),
  /** What was seen; a list by its name. */
  kind,
  id: text,
  label: maybeText,
  times: z.number(),
  firstAt: time,
  lastAt: time,
});
export type SeenRow = z.infer<typeof seenRow>;

/** Reports who saw which record between two times. It is a POST because it needs a fresh proof and is noted in the log. */
export const reportSeen = freshWrites('readAudit', '/api/desk/audit/seen', {
  summary: 'Who saw which record between two times',
  body: z.object({ from: moment, before: moment }),
  responses: {
    200: z.object({
      /** At most 500; the export has all. */
      rows: z.array(seenRow),
      /** How many rows there are, and how many different records they name. */
      total: z.number(),
      records: z.number(),
    }),
  },
  refusals: { badSpan: { status: 422, text: 'The time must end after it begins.' } },
});
