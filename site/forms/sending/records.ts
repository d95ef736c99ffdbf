/**
 * What is kept on the device: the draft of each form, what was sent under which id, and what waits to be sent. Times are in
 * milliseconds since 1970.
 */
import {
  either,
  finite,
  fitting,
  flag,
  listOf,
  mapOf,
  matching,
  object,
  oneOf,
  optional,
  type Shape,
  type TypeOf,
  text,
} from '#client/lib/shape.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { idPattern } from '#contract/reference.ts';
import { draftPrefix } from './lifetimes.ts';

const version = oneOf(recordVersion);
const id = matching(idPattern);
const identity = {
  id,
  /** The first id of its chain: the lead's id and the source of its reference. Unless it is `id`, the submission amends it. */
  root: id,
  /** It was sent and no response came, so the server may have it. */
  unsure: flag,
};
const kind = oneOf('inquiry', 'intake');
const answers: Shape<Answers> = mapOf(either(text, flag, listOf(text)));
const errors = listOf(object({ field: text, text }));

/** What names a submission to the server. */
export type Identity = Pick<DraftRecord, keyof typeof identity>;

/** A form that is being filled in, under one key per form. */
export type DraftRecord = TypeOf<typeof draftRecord>;
export const draftRecord = object({
  version,
  ...identity,
  answers,
  /** Fingerprint of the answers as they are sent; of the answers as they are typed without it. */
  fingerprint: optional(text),
  savedAt: finite,
  /** When the person began to fill it in. */
  startedAt: finite,
  /** What the server refused in it, when it comes back from the queue. */
  errors: optional(errors),
  /** Which words of the consent to be texted stood beside its box. */
  wording: optional(text),
  /** In a tab's own copy: the browser refused to keep it on the device. */
  isRefused: optional(flag),
});
export const draftKey = (form: LeadKind) => draftPrefix + form;

/** What was sent under an id by any tab, under one key per id. */
export type SentRecord = TypeOf<typeof sentRecord>;
export const sentRecord = object({
  version,
  id,
  root: id,
  kind,
  /** Fingerprint of the answers; empty when the id turned out to belong to other answers. */
  fingerprint: text,
  postedAt: finite,
  /** While a page waits for the response: until when it can still come. 0 afterwards. */
  underWayUntil: finite,
  acknowledged: flag,
});

/** A submission that waits for the network, under `queuedPrefix` and one key each: two tabs that write at once lose nothing. */
export type QueuedRecord = TypeOf<typeof queuedRecord>;
export const queuedRecord = object({
  version,
  ...identity,
  key: text,
  kind,
  answers,
  /** What travels beside the answers: date, honeypot, filling time, consent. */
  extras: mapOf(either(text, finite)),
  startedAt: finite,
  queuedAt: finite,
  state: oneOf('waiting', 'refused', 'sent'),
  /** Why the server refused it for good. */
  errors,
  /** It was refused last, and not for one of its answers: for good, or by something in between as long as it waits. */
  isHindered: optional(flag),
  reason: text,
});

/** A submission whose response a page waits for, under `unheardPrefix` and the root of its chain. */
export type UnheardRecord = TypeOf<typeof unheardRecord>;
export const unheardRecord = object({
  version,
  id,
  root: id,
  kind,
  postedAt: finite,
  /** Until when its response can still come. */
  until: finite,
  /** Its page was left before the response came. */
  left: flag,
});

/** The last receipt of a form, in its tab alone. */
export type ReceiptRecord = TypeOf<typeof receiptRecord>;
export const receiptRecord = object({
  version,
  kind,
  reference: text,
  at: finite,
  answers,
  state: oneOf('received', 'waiting'),
  /** Of one that waits: whether the device keeps it. */
  onDevice: flag,
  /** Of one that waits: whether it changes what was sent before. */
  isChange: optional(flag),
});

type AnyRecord = DraftRecord | SentRecord | QueuedRecord | UnheardRecord | ReceiptRecord;

/** The record under a key; `undefined` when there is none, it is corrupted, or other code wrote it. */
export const readRecord = <T>(device: TextStorage, key: string, shape: Shape<T>): T | undefined =>
  fitting(shape, readJson(device.read(key)));

/** Keeps a record. False when it is in this page's memory alone. */
export const writeRecord = (device: TextStorage, key: string, record: AnyRecord): boolean =>
  device.write(key, JSON.stringify(record));
