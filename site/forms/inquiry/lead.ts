import { inquiryFields } from '#contract/inquiry.ts';

/** How long the inquiry is and who reads it, said before it begins. */
export const inquiryLead = `${inquiryFields.length} lines about your store, about two minutes. A person reads it and calls you.`;
