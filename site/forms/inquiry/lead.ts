import { inquiryFields } from '#contract/inquiry.ts';

/** How long the inquiry is and who reads it, said before it begins. */
export const inquiryLead = `${inquiryFields.length} questions about your store, about two minutes. A person reads it and answers you.`;
