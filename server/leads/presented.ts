/** Leads as the desk shows them: the rows of the list, and the forms of one lead. */
import type { LeadRecord, LeadRow } from '#contract/desk/lead-schemas.ts';
import type { Reader } from '#server/database/open.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { distinct, fieldsOf, idsOf } from '#server/rows.ts';
import { detailOf, type nameIn } from './answers-shown.ts';
import { readConsentsOf } from './consent.ts';
import { countJoined, similarityOf, submissionsOf } from './store-desk.ts';
import type { LeadRow as StoredLead } from './store-work.ts';
import { answersOf, flagsOf } from './stored-json.ts';

/** Leads as rows of the list. With `personId` null, `mine` is false in each. */
export async function presentLeads(
  db: Reader,
  leads: readonly StoredLead[],
  { nameOf, personId }: { readonly nameOf: ReturnType<typeof nameIn>; readonly personId: string | null },
): Promise<LeadRow[]> {
  const ids = idsOf(leads);
  const owners = await anybodyByIds(db, distinct(leads, 'owner_id'));
  const [joined, similar] = [await countJoined(db, ids), await similarityOf(db, ids)];
  return leads.map((lead) => {
    const answers = answersOf(lead);
    return {
      ...fieldsOf(lead, 'id', 'reference', 'status', 'owner_id', 'due_at', 'created_at', 'amended_at', 'closed_at'),
      version: lead.version,
      form: lead.kind,
      name: nameOf(lead, answers),
      detail: detailOf(lead.kind, answers),
      ownerName: owners.get(lead.owner_id ?? '')?.name ?? null,
      isPromise: lead.follow_up_at === null && lead.first_contact_at === null,
      flags: flagsOf(lead),
      forms: 1 + (joined.get(lead.id) ?? 0),
      similar: similar.get(lead.id) ?? null,
      mine: personId !== null && lead.owner_id === personId,
    };
  });
}

/** The forms of a lead, with the answers and consents of each. */
export async function presentParts(db: Reader, rows: readonly StoredLead[]): Promise<LeadRecord['parts']> {
  const ids = idsOf(rows);
  const consents = await readConsentsOf(db, ids);
  const submissions = await submissionsOf(db, ids);
  return rows.map((row) => ({
    ...fieldsOf(row, 'id', 'reference', 'created_at', 'amended_at', 'joined_at', 'erased_at'),
    form: row.kind,
    submittedDate:
      submissions.find(({ lead_id, replaced_by }) => lead_id === row.id && replaced_by === null)?.submitted_date ?? '',
    answers: answersOf(row),
    flags: flagsOf(row),
    consents: (consents.get(row.id) ?? []).map((one) => fieldsOf(one, 'at', 'version', 'wording', 'endedAt')),
  }));
}
