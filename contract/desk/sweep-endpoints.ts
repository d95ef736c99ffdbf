/** What the nightly sweep of records will delete and has deleted, and the legal holds that stop it. */
import * as z from 'zod/mini';
import { recordClassIds } from '../record-classes.ts';
import { atMost, changesAt, id, maybeText, maybeTime, names, text, time } from '../schemas.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { holdKinds, mostHoldReason, recordRefusals, sweepDoubts } from './records.ts';

const holdKind = z.enum(holdKinds);
const counts = z.record(text, z.number());

const holdView = z.object({
  id: text,
  kind: holdKind,
  subjectId: text,
  /** The held thing in words: a reference or a name. */
  subject: text,
  reason: text,
  setAt: time,
  /** Null for a command. */
  setBy: maybeText,
  endedAt: maybeTime,
  endedBy: maybeText,
});
export type HoldView = z.infer<typeof holdView>;

const sweepView = z.object({
  id: text,
  /** The calendar day whose night it was. */
  night: text,
  startedAt: time,
  /** Null while it runs. */
  endedAt: maybeTime,
  /** The records past their retention period when it began. */
  planned: counts,
  /** Those that it deleted or blanked. */
  taken: counts,
  /** Those that it left because of a legal hold. */
  kept: counts,
  doubt: z.nullable(z.enum(names(sweepDoubts))),
  confirmedAt: maybeTime,
  confirmedBy: maybeText,
});
export type SweepView = z.infer<typeof sweepView>;

const recordsView = z.object({
  /** The kinds of records, with the number that the next sweep will delete of each. */
  kinds: z.array(
    z.object({
      name: text,
      class: z.enum(recordClassIds),
      /** `7 years after the request ended`. */
      kept: text,
      due: z.number(),
    }),
  ),
  /** The number at which counting stops. */
  mostCounted: z.number(),
  /** Newest first. */
  sweeps: z.array(sweepView),
  holds: z.array(holdView),
  ...changesAt,
});
export type RecordsView = z.infer<typeof recordsView>;

const { nothingToConfirm, notThere, held, erased, holdEnded } = recordRefusals;

export const viewRecords = reads('erase', '/api/desk/records', {
  summary: 'What the next sweep will delete, what the last ones deleted, and the legal holds',
  responses: { 200: recordsView },
});

export const confirmSweep = freshWrites('erase', '/api/desk/records/sweeps/:id/confirm', {
  summary: 'Confirm what a sweep reported, so that the next one deletes it',
  responses: { 200: recordsView },
  refusals: { nothingToConfirm },
});

export const listHolds = reads('erase', '/api/desk/records/holds/:kind/:id', {
  summary: 'The legal holds on one lead or dealership, also those that ended',
  responses: { 200: z.object({ holds: z.array(holdView) }) },
});

export const setHold = writes('erase', '/api/desk/records/holds', {
  summary: 'Put a lead or dealership under a legal hold',
  body: z.object({ kind: holdKind, id, reason: atMost(mostHoldReason).check(z.trim(), z.minLength(1)) }),
  responses: { 200: z.object({ hold: holdView }) },
  refusals: { notThere, held, erased },
});

export const endHold = freshWrites('erase', '/api/desk/records/holds/:id/end', {
  summary: 'End a legal hold',
  responses: { 200: z.object({ ended: z.literal(true) }) },
  refusals: { holdEnded },
});
