/** What the device keeps: each form's draft, what was sent under which id, and what waits. Times are in milliseconds since 1970. */
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
  /** The first id of the chain: the lead's, from which its reference is made. If it is not `id`, this amends that lead. */
  root: id,
  /** It was sent and no response came, so the server may have it. */
  unsure: flag,
};
const kind = oneOf('inquiry', 'intake');
const answers: Shape<Answers> = mapOf(either(text, flag, listOf(text)));
const errors = listOf(object({ field: text, text }));

/** What names a submission to the server. */
export type Identity = Pick<DraftRecord, keyof typeof identity>;

/** A name under which nothing was sent yet. Without `root` it begins a lead, otherwise it amends that one. */
export const newIdentity = (id: string, root = id): Identity => ({ id, root, unsure: false });

/** Whether a submission changes what was sent before. */
export const isChange = ({ id, root }: Pick<Identity, 'id' | 'root'>): boolean => id !== root;

/** A form that is being filled in, under one key per form. */
export type DraftRecord = TypeOf<typeof draftRecord>;
export const draftRecord = object({
  version,
  ...identity,
  answers,
  /** The fingerprint of the answers as they would be sent. Without it, the one of the typed answers counts. */
  fingerprint: optional(text),
  savedAt: finite,
  /** When the person began to fill it in. */
  startedAt: finite,
  /** The errors of the server, when the draft comes back from the queue. */
  errors: optional(errors),
  /** The version of the consent's wording that stood beside its box. */
  wording: optional(text),
  /** Only in a tab's own copy: the browser refused to store the draft on the device. */
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
  /** The time until which a response can still come, while a page waits for it; 0 afterwards. */
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
  /** What is sent beside the answers: date, honeypot, filling time, consent. */
  extras: mapOf(either(text, finite)),
  startedAt: finite,
  queuedAt: finite,
  state: oneOf('waiting', 'refused', 'sent'),
  /** Why the server refused it for good. */
  errors,
  /**
   * The last attempt was refused, and not because of an answer. In state `refused` the refusal is final; in state `waiting`
   * something in between refused, and may stop doing so.
   */
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

/** The last receipt of a form. Only its tab keeps it. */
type ReceiptRecord = TypeOf<typeof receiptRecord>;
export const receiptRecord = object({
  version,
  kind,
  reference: text,
  at: finite,
  answers,
  state: oneOf('received', 'waiting'),
  /** For a waiting receipt: whether the device keeps the submission. */
  onDevice: flag,
  /** For a waiting receipt: whether it changes what was sent before. */
  isChange: optional(flag),
});

type AnyRecord = DraftRecord | SentRecord | QueuedRecord | UnheardRecord | ReceiptRecord;

/** The record under a key; `undefined` when there is none, it is corrupted, or other code wrote it. */
export const readRecord = <T>(device: TextStorage, key: string, shape: Shape<T>): T | undefined =>
  fitting(shape, readJson(device.read(key)));

/** Stores a record. Returns false when only this page's memory has it. */
export const writeRecord = (device: TextStorage, key: string, record: AnyRecord): boolean =>
  device.write(key, JSON.stringify(record));
