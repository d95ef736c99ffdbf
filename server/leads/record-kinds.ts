/** How the retention sweep and an erasure end leads, and the legal hold that stops both. */
import type { HoldPut } from '#contract/desk/records.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { deleteMessagesOf } from '#server/outbox/service.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { removeSearchText } from '#server/search/service.ts';
import { blankTriesAbout, emit } from '#server/webhooks/service.ts';
import { dueAt } from './due.ts';
import { joining } from './join.ts';
import { tellLeadChanged } from './lead-changed.ts';
import { inquiryFacts } from './retention.ts';
import { writeLeadSearch } from './searchable.ts';
import {
  blankLeads,
  clearHold,
  dealershipsOfLeads,
  dueLeads,
  formsOf,
  leadIdsOfDealerships,
  leadsOfThese,
  lockByHold,
  lockHeldForms,
  setHold,
  shownWithRest,
  stillDue,
  submissionIdsOf,
} from './store-retention.ts';
import { findRow, joinedTo, lockLead, updateLead, versionsAnew } from './store-work.ts';

/** Locks dealerships. Resolves to the ids of those that a hold keeps. */
type HeldDealerships = (trx: Trx, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Gives the work on a lead to another of its forms before the form that it is shown under is erased. The oldest form that stays becomes
 * the shown one and gets status, owner, times and dealership. No form may stay joined to an erased one: no hold could be set on it, and
 * no sweep would find it.
 */
async function passOn(trx: Trx, forms: readonly string[], at: Iso): Promise<void> {
  for (const id of forms) {
    const lead = await findRow(trx, id);
    if (!lead || lead.joined_into_id !== null) continue;
    const joined = await joinedTo(trx, id);
    const heir = joined.find((form) => form.erased_at === null && !forms.includes(form.id));
    if (!heir) continue;
    const { status, owner_id, follow_up_at, first_contact_at, closed_at } = lead;
    // If a dealership was made of the heir itself, it keeps that one.
    const dealership_id = heir.dealership_id ?? lead.dealership_id;
    const work = { status, owner_id, follow_up_at, first_contact_at, closed_at, dealership_id };
    const due_at = dueAt({ ...work, created_at: heir.created_at });
    await updateLead(trx, heir.id, { ...work, due_at, joined_into_id: null, joined_at: null });
    for (const form of [lead, ...joined]) {
      if (form.id !== heir.id) await updateLead(trx, form.id, { joined_into_id: heir.id, joined_at: at });
      if (!forms.includes(form.id)) await tellLeadChanged(trx, form.id, 'lead.changed', at);
    }
    await versionsAnew(trx, [lead.id, ...joined.map((form) => form.id)]);
  }
}

/** Erases these forms with everything that belongs to them: keys, history, messages, search text. The caller has locked them. */
export async function eraseForms(trx: Trx, forms: readonly string[], at: Iso): Promise<void> {
  await passOn(trx, forms, at);
  await deleteMessagesOf(trx, await submissionIdsOf(trx, forms));
  await blankLeads(trx, forms, at);
  for (const id of forms) await removeSearchText(trx, 'lead', id);
  for (const id of await shownWithRest(trx, forms)) await writeLeadSearch(trx, id);
  await blankTriesAbout(trx, forms, at);
  // Programs that keep a copy hear that it is erased.
  for (const id of forms) {
    await tellLeadChanged(trx, id, 'lead.changed', at);
    await emit(trx, { type: 'lead.erased', subjectId: id, at });
  }
}

/** Erases leads with all the forms that are joined to them. */
export const eraseLeads = async (trx: Trx, ids: readonly string[], at: Iso): Promise<void> =>
  eraseForms(trx, await formsOf(trx, ids), at);

/**
 * Locks the leads that these dealerships were made of. Resolves to the leads without a hold, and to the dealerships whose lead is under
 * one.
 */
export async function lockLeadsOfDealerships(
  trx: Trx,
  dealershipIds: readonly string[],
): Promise<{ readonly leadIds: readonly string[]; readonly held: ReadonlySet<string> }> {
  await dialectOf(trx).lock(trx, [joining]);
  const ids = await leadIdsOfDealerships(trx, dealershipIds);
  const { free, held } = await lockByHold(trx, ids);
  const owners = await dealershipsOfLeads(trx, ids);
  return { leadIds: free, held: new Set(held.flatMap((id) => owners.get(id) ?? [])) };
}

/** The ids of those submissions that a hold keeps. The hold is on their lead, or on the dealership that was made of it. */
export async function heldSubmissions(
  trx: Trx,
  heldDealerships: HeldDealerships,
  submissionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const leads = await leadsOfThese(trx, submissionIds);
  if (leads.size === 0) return new Set();
  await dialectOf(trx).lock(trx, [joining]);
  const ids = [...new Set(leads.values())];
  const held = new Set((await lockByHold(trx, ids)).held);
  const owners = await dealershipsOfLeads(trx, ids);
  const heldOwners = await heldDealerships(trx, [...new Set([...owners.values()].flat())]);
  const isKept = (lead: string) => held.has(lead) || owners.get(lead)?.some((owner) => heldOwners.has(owner));
  return new Set([...leads].filter(([, lead]) => isKept(lead)).map(([id]) => id));
}

/** The kind of records for leads of which no dealership was made. */
export const inquiryRecordKind: RecordKind = {
  ...inquiryFacts,
  due: dueLeads,
  async take(trx, ids, before) {
    // So no form is joined to one of these leads meanwhile.
    await dialectOf(trx).lock(trx, [joining]);
    const { free } = await lockByHold(trx, ids);
    return before === undefined ? [...free] : stillDue(trx, free, before);
  },
  erase: eraseLeads,
};

/**
 * Puts the lead that a form is shown under, with all its forms, under a hold. Resolves to the lead's id; or why not: there is no such
 * lead, or it is erased or held already.
 */
export async function holdLead(trx: Trx, id: string, holdId: string): Promise<HoldPut> {
  await dialectOf(trx).lock(trx, [joining]);
  const shown = (await findRow(trx, id))?.joined_into_id ?? id;
  // The forms that are joined to the lead are held as well, and are locked before it.
  await lockByHold(trx, [shown]);
  const lead = await lockLead(trx, shown);
  if (!lead) return { refused: 'notThere' };
  if (lead.erased_at !== null) return { refused: 'erased' };
  if (lead.hold_id !== null) return { refused: 'held' };
  await setHold(trx, lead.id, holdId);
  await changed(trx, 'leads', lead.id);
  return { id: lead.id };
}

/** Takes a hold off all forms that it keeps. */
export async function releaseLead(trx: Trx, id: string, holdId: string) {
  await dialectOf(trx).lock(trx, [joining]);
  await lockHeldForms(trx, holdId);
  await clearHold(trx, holdId);
  await changed(trx, 'leads', id);
}
