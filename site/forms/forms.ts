import { brand } from '#brand/brand.ts';
import { leadForms } from '#contract/forms.ts';

/** Both forms with the operator's lists. */
export const forms = leadForms(brand);
