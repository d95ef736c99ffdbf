import type { Transaction } from 'kysely';
import type { Answers } from '#contract/fields.ts';
import type { Tables } from '#server/database/tables.ts';
import { writeSearchText } from '#server/search/service.ts';
import { searchableText } from './normalise.ts';
import { replacedAnswersOf } from './store-person.ts';
import { findRow, joinedTo, notesOf } from './store-work.ts';

/**
 * Writes what a search finds a lead by, after its forms or notes have changed: every form that is joined to it, with the answers
 * that were replaced since, and the notes.
 */
export async function writeLeadSearch(trx: Transaction<Tables>, leadId: string): Promise<void> {
  const lead = await findRow(trx, leadId);
  if (!lead) return;
  const forms = [lead, ...(await joinedTo(trx, leadId))];
  const texts = forms.map(({ reference, answers }) => searchableText(reference, JSON.parse(answers) as Answers));
  const ids = forms.map(({ id }) => id);
  // A person who asks what is kept about them is also found by what they answered first.
  const replaced = (await replacedAnswersOf(trx, ids)).map(({ answers }) =>
    searchableText('', JSON.parse(answers) as Answers),
  );
  const notes = await notesOf(trx, ids);
  await writeSearchText(trx, 'lead', leadId, [...texts, ...notes, ...replaced].join('\n'));
}
