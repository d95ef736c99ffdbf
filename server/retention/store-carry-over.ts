import { type CarryOver, defineRowCarryOver } from '#server/carry-over.ts';
import type { Holdable, HoldKind } from './holds.ts';
import { findHold, insertHold } from './store.ts';

/** Sets the holds again that are in force in the replaced database. Without them, the next sweep would delete their records. */
export const carriedOverHolds = (subjects: Readonly<Record<HoldKind, Holdable['hold']>>): CarryOver =>
  defineRowCarryOver('legal_holds', { things: ['legal hold', 'legal holds'] }, async (trx, hold) => {
    if (hold.ended_at !== null || (await findHold(trx, hold.id))) return false;
    const { id: subject_id } = await subjects[hold.kind](trx, hold.subject_id, hold.id);
    if (subject_id === undefined) return false;
    await insertHold(trx, { ...hold, subject_id });
    return true;
  });
