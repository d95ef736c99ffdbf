import type { Transaction } from 'kysely';
import type { Answers } from '#contract/fields.ts';
import type { Tables } from '#server/database/tables.ts';
import { writeSearchText } from '#server/search/service.ts';
import { searchableText } from './normalise.ts';
import { findRow, joinedTo, notesOf } from './store-work.ts';

/** Writes what a search finds a lead by, after its forms or notes have changed: every form that is joined to it, and the notes. */
export async function writeLeadSearch(trx: Transaction<Tables>, leadId: string): Promise<void> {
  const lead = await findRow(trx, leadId);
  if (!lead) return;
  const forms = [lead, ...(await joinedTo(trx, leadId))];
  const texts = forms.map(({ reference, answers }) => searchableText(reference, JSON.parse(answers) as Answers));
  const notes = await notesOf(
    trx,
    forms.map(({ id }) => id),
  );
  await writeSearchText(trx, 'lead', leadId, [...texts, ...notes].join('\n'));
}
