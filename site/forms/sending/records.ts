/** What is kept on the device: the draft of each form, what was posted under which id, and what waits to be sent. */
import * as z from 'zod/mini';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import type { LeadKind } from '#contract/pages.ts';
import { idPattern } from '#contract/reference.ts';
import { draftPrefix } from './lifetimes.ts';

const id = z.string().check(z.regex(idPattern));
const kind = z.enum(['inquiry', 'intake']);
const version = z.literal(recordVersion);
const answers = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
const fieldErrors = z.array(z.object({ field: z.string(), text: z.string() }));
/** Milliseconds since 1970. */
const time = z.number();

/**
 * What names a submission to the server.
 * - `root`: the first id of its chain; the lead's id and the source of its reference. With `root` other than `id` the
 *   submission amends `root`.
 * - `unsure`: it was posted and the answer is not known, so the server may hold it.
 */
const identity = { id, root: id, unsure: z.boolean() };
export type Identity = { readonly id: string; readonly root: string; readonly unsure: boolean };

/** A form that is being filled in, under one key per form. */
export const draftRecord = z.object({
  version,
  ...identity,
  answers,
  savedAt: time,
  /** When the person began to fill it in. */
  startedAt: time,
  /** What the server refused in it, when it comes back from the queue. */
  errors: z.optional(fieldErrors),
});
export type DraftRecord = z.infer<typeof draftRecord>;
export const draftKey = (form: LeadKind) => draftPrefix + form;

/** What was posted under an id by any tab, under one key per id. */
export const postedRecord = z.object({
  version,
  id,
  root: id,
  kind,
  /** Fingerprint of the answers; empty when the id turned out to belong to other answers. */
  fingerprint: z.string(),
  postedAt: time,
  /** While a page waits for the answer: until when it can still come. 0 afterwards. */
  underWayUntil: time,
  acknowledged: z.boolean(),
});
export type PostedRecord = z.infer<typeof postedRecord>;

/** A submission that waits for the network, under `queuedPrefix` and one key each: two tabs that write at once lose nothing. */
export const queuedRecord = z.object({
  version,
  ...identity,
  key: z.string(),
  kind,
  answers,
  /** What travels beside the answers: date, honeypot, filling time, consent. */
  extras: z.record(z.string(), z.union([z.string(), z.number()])),
  startedAt: time,
  queuedAt: time,
  state: z.enum(['waiting', 'refused', 'sent']),
  /** Why the server refused it for good. */
  errors: fieldErrors,
  reason: z.string(),
});
export type QueuedRecord = z.infer<typeof queuedRecord>;

/** A submission whose answer a page waits for, under `unheardPrefix` and the root of its chain. */
export const unheardRecord = z.object({
  version,
  id,
  root: id,
  kind,
  postedAt: time,
  /** Until when its answer can still come. */
  until: time,
  /** Its page was left before the answer came. */
  left: z.boolean(),
});
export type UnheardRecord = z.infer<typeof unheardRecord>;

/** The last receipt of a form, in its tab alone. */
export const receiptRecord = z.object({
  version,
  kind,
  reference: z.string(),
  at: time,
  answers,
  state: z.enum(['received', 'waiting']),
  /** Of one that waits: whether the device keeps it. */
  onDevice: z.boolean(),
});
export type ReceiptRecord = z.infer<typeof receiptRecord>;

type AnyRecord = DraftRecord | PostedRecord | QueuedRecord | UnheardRecord | ReceiptRecord;

/** The record under a key; `undefined` when there is none, it is corrupted, or other code wrote it. */
export function readRecord<T>(device: TextStorage, key: string, schema: z.ZodMiniType<T>): T | undefined {
  const result = z.safeParse(schema, readJson(device.read(key)));
  return result.success ? result.data : undefined;
}

/** Keeps a record. False when it is in this page's memory alone. */
export const writeRecord = (device: TextStorage, key: string, record: AnyRecord): boolean =>
  device.write(key, JSON.stringify(record));
