import { inquiryFields } from '#contract/inquiry.ts';

/** The text above the inquiry: how long it is, and who reads it. */
export const inquiryLead = `${inquiryFields.length} questions about your store, about two minutes. A person reads it and answers you.`;
