/** Computes when a lead is due: at the time that somebody set, or by the promise of the site. Pure. */
import { contactPromiseMs, followUpAfterContactMs } from '#contract/desk/leads.ts';
import type { Iso } from '#server/database/tables.ts';
import { isoAfter } from '#server/times.ts';

interface Dated {
  /** When the first form of the lead came. */
  readonly created_at: Iso;
  readonly follow_up_at?: Iso | null;
  readonly first_contact_at?: Iso | null;
}

/** When the site's promise to call ends. */
export const promisedAt = ({ created_at }: Pick<Dated, 'created_at'>): Iso => isoAfter(created_at, contactPromiseMs);

/**
 * When a lead is due: at the follow-up that somebody set. Without one, at the end of the site's promise, or some days after the first
 * contact once there was one.
 */
export function dueAt(lead: Dated): Iso {
  const { follow_up_at: set, first_contact_at: contacted } = lead;
  if (set) return set;
  return contacted ? isoAfter(contacted, followUpAfterContactMs) : promisedAt(lead);
}
