/** Leads as other programs read them. */
import type { ApiLead } from '#contract/api-endpoints.ts';
import type { LeadStatus } from '#contract/desk/leads.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Reader } from '#server/database/open.ts';
import { oldestFirst, type Slice } from '#server/paging.ts';
import { fieldsOf } from '#server/rows.ts';
import { findRow, type LeadRow } from './store-work.ts';
import { answersOf, flagsOf } from './stored-json.ts';

type Forms = Record<LeadKind, LeadForm>;

/** A lead in the API's shape. An erased one has an empty object as its answers. */
function present(forms: Forms, lead: LeadRow): ApiLead {
  const answers = answersOf(lead);
  return {
    ...fieldsOf(lead, 'id', 'reference', 'status', 'owner_id', 'due_at', 'created_at', 'amended_at'),
    ...fieldsOf(lead, 'first_contact_at', 'closed_at', 'erased_at', 'joined_into_id', 'dealership_id', 'updated_at'),
    version: lead.version,
    form: lead.kind,
    name: String(answers[forms[lead.kind].nameField] ?? ''),
    flags: flagsOf(lead),
    answers,
  };
}

/** At most `limit` leads after a position, in the order of their last change, the oldest change first. */
export async function apiLeads(
  db: Reader,
  forms: Forms,
  { after, limit, status }: Slice & { readonly status?: LeadStatus | undefined },
): Promise<ApiLead[]> {
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'new'))
    .$call(oldestFirst(['leads.updated_at', 'leads.id'], after, limit))
    .execute();
  return rows.map((row) => present(forms, row));
}

/** The lead with this id; undefined when there is none. */
export async function apiLead(db: Reader, forms: Forms, id: string): Promise<ApiLead | undefined> {
  const row = await findRow(db, id);
  return row && present(forms, row);
}
