import type { LeadKind } from './pages.ts';

/** The name of each form that makes a lead, the answer that names the dealership, and the answer that receives the confirmation. */
export interface FormNames {
  readonly title: string;
  readonly nameField: string;
  readonly emailField: string;
}

/** Separate from the fields, so that the page of one form does not load the fields of the other. */
export const formNames: Readonly<Record<LeadKind, FormNames>> = {
  inquiry: { title: 'Dealer inquiry', nameField: 'dealership_name', emailField: 'email' },
  intake: { title: 'Dealer intake', nameField: 'business_name', emailField: 'business_email' },
};
