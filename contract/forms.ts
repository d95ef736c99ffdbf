import type { Field } from './fields.ts';
import { type FormNames, formNames } from './form-names.ts';
import { inquiryFields } from './inquiry.ts';
import { type IntakeLists, intakeFields } from './intake.ts';
import type { LeadKind } from './pages.ts';

/** A form that makes a lead, with its table. */
export interface LeadForm extends FormNames {
  readonly kind: LeadKind;
  readonly fields: readonly Field[];
}

/** Both forms, with the operator's option lists filled in. */
export const leadForms = (lists: IntakeLists): Record<LeadKind, LeadForm> => ({
  inquiry: { ...formNames.inquiry, kind: 'inquiry', fields: inquiryFields },
  intake: { ...formNames.intake, kind: 'intake', fields: intakeFields(lists) },
});
