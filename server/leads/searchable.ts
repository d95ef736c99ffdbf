import type { Trx } from '#server/database/open.ts';
import { writeSearchTexts } from '#server/search/service.ts';
import { searchableText } from './normalise.ts';
import { leadsByIds } from './store-desk.ts';
import { replacedAnswersOf } from './store-person.ts';
import { joinedToAny, notesOf } from './store-work.ts';
import { answersOf } from './stored-json.ts';

const textOf = (reference: string, form: { readonly answers: string }): string =>
  searchableText(reference, answersOf(form));

/**
 * Writes the search text of leads that are new, or whose forms or notes have changed. It contains each lead's own form, the forms that
 * are joined to it, the answers that were replaced, and the notes. The caller has locked the leads.
 */
export async function writeLeadSearches(trx: Trx, leadIds: readonly string[]): Promise<void> {
  const leads = await leadsByIds(trx, leadIds);
  if (leads.length === 0) return;
  const joined = await joinedToAny(trx, leadIds);
  const ids = [...leads, ...joined].map(({ id }) => id);
  // A person who asks what is kept about them is also found by what they answered first.
  const replaced = await replacedAnswersOf(trx, ids);
  const notes = await notesOf(trx, ids);
  const texts = leads.map((lead) => {
    const forms = [lead, ...joined.filter(({ joined_into_id }) => joined_into_id === lead.id)];
    const isOfLead = ({ lead_id }: { readonly lead_id: string }) => forms.some(({ id }) => id === lead_id);
    return {
      id: lead.id,
      text: [
        ...forms.map((form) => textOf(form.reference, form)),
        ...notes.filter(isOfLead).map(({ text }) => text),
        ...replaced.filter(isOfLead).map((submission) => textOf('', submission)),
      ].join('\n'),
    };
  });
  await writeSearchTexts(trx, 'lead', texts);
}

/** The same for one lead. */
export const writeLeadSearch = (trx: Trx, leadId: string): Promise<void> => writeLeadSearches(trx, [leadId]);
