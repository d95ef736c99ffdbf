import type { LeadKind } from './pages.ts';

/** The name of each form that makes a lead, which of its answers name the dealership, and which one receives the confirmation. */
export interface FormNames {
  readonly title: string;
  readonly nameField: string;
  readonly emailField: string;
}

/** Apart from the fields, so that the page of one form does not load the fields of the other. */
export const formNames: Readonly<Record<LeadKind, FormNames>> = {
  inquiry: { title: 'Dealer inquiry', nameField: 'dealership_name', emailField: 'email' },
  intake: { title: 'Dealer intake', nameField: 'business_name', emailField: 'business_email' },
};
