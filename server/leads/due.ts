/** When a lead is due: what the site promised, or what somebody set. Pure. */
import { contactPromiseMs, followUpAfterContactMs } from '#contract/desk/leads.ts';
import type { Iso } from '#server/database/tables.ts';
import { isoAfter } from '#server/times.ts';

interface Dated {
  /** Of the first form of the lead. */
  readonly created_at: Iso;
  readonly follow_up_at?: Iso | null;
  readonly first_contact_at?: Iso | null;
}

/** When the site's promise to call ends. */
export const promisedAt = ({ created_at }: Pick<Dated, 'created_at'>): Iso => isoAfter(created_at, contactPromiseMs);

/** What somebody set; else the promise until it is kept, and some days after the first contact. */
export function dueAt(lead: Dated): Iso {
  const { follow_up_at: set, first_contact_at: contacted } = lead;
  if (set) return set;
  return contacted ? isoAfter(contacted, followUpAfterContactMs) : promisedAt(lead);
}
