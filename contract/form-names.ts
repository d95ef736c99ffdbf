import type { LeadKind } from './pages.ts';

/** What a form that makes a lead is called, and which of its answers name the dealership and take the confirmation. */
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
