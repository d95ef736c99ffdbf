/** Makes a dealership of a lead: reads what the lead says, and marks the lead as won. */
import { isOpenStatus, type LeadStatus } from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId } from '#contract/reference.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import { type Consent, readConsentsOf } from './consent.ts';
import { tellLeadChanged } from './lead-changed.ts';
import { findRow, insertEvents, joinedTo, lockLead, updateLead } from './store-work.ts';
import { answersOf } from './stored-json.ts';

/** One form of a lead, with the answers that hold now. */
export interface LeadPart {
  readonly id: string;
  readonly kind: LeadKind;
  readonly reference: string;
  readonly createdAt: string;
  readonly answers: Answers;
  /** The consents to texts that the form gave, the oldest first. A consent without an end holds. */
  readonly consents: readonly Consent[];
}

interface LeadForDealership {
  readonly id: string;
  readonly version: number;
  /** The id of the dealership that was made of the lead already; null when there is none. */
  readonly dealershipId: string | null;
  /** The form that the lead is shown under first, then those that were joined to it and are not erased. */
  readonly parts: readonly LeadPart[];
}

/** Reads a lead by the id of any of its forms. Undefined when there is no such form. */
export async function readLeadForDealership(db: Reader, id: string): Promise<LeadForDealership | undefined> {
  const form = await findRow(db, id);
  const lead = form?.joined_into_id ? await findRow(db, form.joined_into_id) : form;
  if (!lead) return undefined;
  const rows = [lead, ...(await joinedTo(db, lead.id)).filter(({ erased_at }) => erased_at === null)];
  const consents = await readConsentsOf(db, idsOf(rows));
  return {
    ...fieldsOf(lead, 'id', 'version', 'dealership_id'),
    parts: rows.map((row) => ({
      ...fieldsOf(row, 'id', 'kind', 'reference', 'created_at'),
      answers: answersOf(row),
      consents: consents.get(row.id) ?? [],
    })),
  };
}

/** Reads the same and locks the lead: until the transaction ends, no form of it is erased, amended, joined or parted. */
export async function lockLeadForDealership(trx: Trx, id: string): Promise<LeadForDealership | undefined> {
  const lead = await lockLead(trx, id);
  return lead && readLeadForDealership(trx, lead.id);
}

interface Winning {
  readonly leadId: string;
  /** The version that the person saw. Without one (a command) the lead is taken whatever its version is. */
  readonly version?: number | undefined;
  /** Null for a command. */
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly dealership: { readonly id: string; readonly name: string };
  /** The id of a removed dealership. A lead that names this one counts as naming none. */
  readonly gone?: string | null;
  readonly now: Date;
}

type WinOutcome =
  /** Marked won. `leadId` is the lead that the form is shown under. */
  | { readonly kind: 'won'; readonly leadId: string }
  /** A dealership was made of it before. Nothing was written. */
  | { readonly kind: 'already'; readonly dealershipId: string }
  /** Somebody has changed it since. Nothing was written. */
  | { readonly kind: 'changed' }
  /** It is lost or spam. Nothing was written. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'notFound' };

/** Whether another dealership may be made of a dealership's lead, because this one was removed and no hold keeps it. */
export type FreesLead = (db: Reader, dealershipId: string) => Promise<boolean>;

/** Whether a dealership can be made of a lead of this status. A lead that is lost or spam has to be opened again first. */
export const isForDealership = (status: LeadStatus): boolean => isOpenStatus(status) || status === 'won';

/**
 * Marks a lead as won in the transaction that makes the dealership. It locks the lead, so call it before writing anything of the
 * dealership, and make no dealership unless the outcome is `won`. The caller writes the audit entry, which names the lead too.
 */
export async function winLead(
  trx: Trx,
  { leadId, version, by, dealership, gone = null, now }: Winning,
): Promise<WinOutcome> {
  const lead = await lockLead(trx, leadId);
  if (!lead || lead.erased_at !== null) return { kind: 'notFound' };
  // A hold on the lead keeps its removed dealership as well, as long as the lead names that one.
  if (lead.dealership_id !== null && (lead.dealership_id !== gone || lead.hold_id !== null))
    return { kind: 'already', dealershipId: lead.dealership_id };
  if (version !== undefined && version !== lead.version) return { kind: 'changed' };
  if (!isForDealership(lead.status)) return { kind: 'closed' };
  const at = now.toISOString();
  await updateLead(trx, lead.id, {
    status: 'won',
    dealership_id: dealership.id,
    closed_at: lead.closed_at ?? at,
    first_contact_at: lead.first_contact_at ?? at,
  });
  const event = { lead_id: lead.id, at, by_id: by?.id ?? null, by_name: by?.name ?? null };
  const detail = { dealershipId: dealership.id, name: dealership.name };
  await insertEvents(trx, [{ ...event, id: mintId(), kind: 'dealership', detail: JSON.stringify(detail) }]);
  if (lead.status !== 'won') {
    const step = { from: lead.status, to: 'won' };
    await insertEvents(trx, [{ ...event, id: mintId(), kind: 'status', detail: JSON.stringify(step) }]);
  }
  await tellLeadChanged(trx, lead.id, 'lead.changed', at);
  return { kind: 'won', leadId: lead.id };
}
