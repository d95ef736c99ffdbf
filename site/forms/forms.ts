import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';

/** Both forms with the operator's lists. */
export const forms = leadForms(lists);
