/** What is kept on the device: the draft of each form, what was posted under which id, and what waits to be sent. */
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
  type ShapeOf,
  text,
} from '#client/lib/shape.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import type { Answers, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { idPattern } from '#contract/reference.ts';
import { draftPrefix } from './lifetimes.ts';

/** Times are in milliseconds since 1970. */
interface Versioned {
  readonly version: typeof recordVersion;
}

/** What names a submission to the server. */
export interface Identity {
  readonly id: string;
  /** The first id of its chain: the lead's id and the source of its reference. Unless it is `id`, the submission amends it. */
  readonly root: string;
  /** It was posted and the response is not known, so the server may have it. */
  readonly unsure: boolean;
}

/** A form that is being filled in, under one key per form. */
export interface DraftRecord extends Versioned, Identity {
  readonly answers: Answers;
  readonly savedAt: number;
  /** When the person began to fill it in. */
  readonly startedAt: number;
  /** What the server refused in it, when it comes back from the queue. */
  readonly errors?: readonly FieldError[];
}

/** What was posted under an id by any tab, under one key per id. */
export interface PostedRecord extends Versioned, Omit<Identity, 'unsure'> {
  readonly kind: LeadKind;
  /** Fingerprint of the answers; empty when the id turned out to belong to other answers. */
  readonly fingerprint: string;
  readonly postedAt: number;
  /** While a page waits for the response: until when it can still come. 0 afterwards. */
  readonly underWayUntil: number;
  readonly acknowledged: boolean;
}

/** A submission that waits for the network, under `queuedPrefix` and one key each: two tabs that write at once lose nothing. */
export interface QueuedRecord extends Versioned, Identity {
  readonly key: string;
  readonly kind: LeadKind;
  readonly answers: Answers;
  /** What travels beside the answers: date, honeypot, filling time, consent. */
  readonly extras: Readonly<Record<string, string | number>>;
  readonly startedAt: number;
  readonly queuedAt: number;
  readonly state: 'waiting' | 'refused' | 'sent';
  /** Why the server refused it for good. */
  readonly errors: readonly FieldError[];
  readonly reason: string;
}

/** A submission whose response a page waits for, under `unheardPrefix` and the root of its chain. */
export interface UnheardRecord extends Versioned, Omit<Identity, 'unsure'> {
  readonly kind: LeadKind;
  readonly postedAt: number;
  /** Until when its response can still come. */
  readonly until: number;
  /** Its page was left before the response came. */
  readonly left: boolean;
}

/** The last receipt of a form, in its tab alone. */
export interface ReceiptRecord extends Versioned {
  readonly kind: LeadKind;
  readonly reference: string;
  readonly at: number;
  readonly answers: Answers;
  readonly state: 'received' | 'waiting';
  /** Of one that waits: whether the device keeps it. */
  readonly onDevice: boolean;
}

const version = oneOf(recordVersion);
const id = matching(idPattern);
const identity = { id, root: id, unsure: flag };
const kind = oneOf('inquiry', 'intake');
const answers = mapOf(either(text, flag, listOf(text)));
const errors = listOf(object<FieldError>({ field: text, text }));

export const draftRecord = object<DraftRecord>({
  version,
  ...identity,
  answers,
  savedAt: finite,
  startedAt: finite,
  errors: optional(errors),
});
export const draftKey = (form: LeadKind) => draftPrefix + form;

export const postedRecord = object<PostedRecord>({
  version,
  id,
  root: id,
  kind,
  fingerprint: text,
  postedAt: finite,
  underWayUntil: finite,
  acknowledged: flag,
});

export const queuedRecord = object<QueuedRecord>({
  version,
  ...identity,
  key: text,
  kind,
  answers,
  extras: mapOf(either(text, finite)),
  startedAt: finite,
  queuedAt: finite,
  state: oneOf('waiting', 'refused', 'sent'),
  errors,
  reason: text,
});

export const unheardRecord = object<UnheardRecord>({
  version,
  id,
  root: id,
  kind,
  postedAt: finite,
  until: finite,
  left: flag,
});

export const receiptRecord = object<ReceiptRecord>({
  version,
  kind,
  reference: text,
  at: finite,
  answers,
  state: oneOf('received', 'waiting'),
  onDevice: flag,
});

type AnyRecord = DraftRecord | PostedRecord | QueuedRecord | UnheardRecord | ReceiptRecord;

/** The record under a key; `undefined` when there is none, it is corrupted, or other code wrote it. */
export const readRecord = <T>(device: TextStorage, key: string, shape: ShapeOf<T>): T | undefined =>
  fitting(shape, readJson(device.read(key)));

/** Keeps a record. False when it is in this page's memory alone. */
export const writeRecord = (device: TextStorage, key: string, record: AnyRecord): boolean =>
  device.write(key, JSON.stringify(record));
