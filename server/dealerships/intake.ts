/** The answers of a dealership's own forms, for its store sheet. */
import { lists } from '#brand/lists.ts';
import type { StoreSheet } from '#contract/desk/record-schemas.ts';
import { leadForms } from '#contract/forms.ts';
import type { Reader } from '#server/database/open.ts';
import { readLeadForDealership, wordAnswer } from '#server/leads/service.ts';
import { believedFirst, sheetAnswers } from './from-lead.ts';

const forms = leadForms(lists);

/**
 * The answers that help the person who works a deal, in the words of the newest intake, or else of the newest inquiry. Empty for a
 * dealership that was made by hand.
 */
export async function intakeOf(db: Reader, leadId: string | null): Promise<StoreSheet['intake']> {
  const lead = leadId === null ? undefined : await readLeadForDealership(db, leadId);
  const [newest] = believedFirst(lead?.parts ?? []);
  if (!newest) return [];
  const { fields } = forms[newest.kind];
  return sheetAnswers[newest.kind].flatMap(([about, name]) => {
    const field = fields.find((one) => one.name === name);
    const value = field ? wordAnswer(field, newest.answers) : '';
    return field && value ? [{ field: about, label: field.label, value }] : [];
  });
}
