import { formPages, type LeadKind, pages } from '#contract/pages.ts';

/** The page that a form has of its own. */
export const pageOfForm = (kind: LeadKind): string => pages[formPages[kind]];
