import type { Field } from './fields.ts';
import { inquiryFields } from './inquiry.ts';
import { type IntakeLists, intakeFields } from './intake.ts';
import type { LeadKind } from './pages.ts';

/** A form that makes a lead: its table, and which answers name the dealership and take the confirmation. */
export interface LeadForm {
  readonly kind: LeadKind;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly nameField: string;
  readonly emailField: string;
}

/** Both forms, with the operator's option lists filled in. */
export const leadForms = (lists: IntakeLists): Record<LeadKind, LeadForm> => ({
  inquiry: {
    kind: 'inquiry',
    title: 'Dealer inquiry',
    fields: inquiryFields,
    nameField: 'dealership_name',
    emailField: 'email',
  },
  intake: {
    kind: 'intake',
    title: 'Dealer intake',
    fields: intakeFields(lists),
    nameField: 'business_name',
    emailField: 'business_email',
  },
});
