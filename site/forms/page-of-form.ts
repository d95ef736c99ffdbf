import { formPages, type LeadKind, pages } from '#contract/pages.ts';

/** Where the intake's form begins on its page. */
export const intakeFormId = 'form';

/** The address of a form: the intake's page begins with a welcome panel. */
export const linkToForm = (kind: LeadKind): string =>
  kind === 'intake' ? `${pages[formPages.intake]}#${intakeFormId}` : pages[formPages[kind]];
