import type { ReactNode } from 'react';
import { lists } from '#brand/lists.ts';
import { ErrorSummary } from '#client/ui/ErrorSummary.tsx';
import { formNames } from '#contract/form-names.ts';
import { type LeadKind, pages } from '#contract/pages.ts';
import { sendFormPath } from '#contract/send.ts';
import type { LeadFormModel } from './useLeadForm.ts';
import './form.css';

/**
 * The form element of a lead: with script it is checked and sent by the page, without script the browser posts it as it
 * is. The server writes the action and the three hidden ids when it starts.
 */
export function LeadForm({ kind, model, children }: { kind: LeadKind; model: LeadFormModel; children: ReactNode }) {
  const { summary, attempt, state, handlers } = model;
  return (
    <form
      {...handlers}
      className="lead-form"
      method="post"
      encType="multipart/form-data"
      action={sendFormPath}
      data-mail-form={kind}
      noValidate
      aria-label={formNames[kind].title}
    >
      <ErrorSummary errors={summary} attempt={attempt} isLate={state.status === 'refused' && state.bySend} />
      <input type="hidden" name="user_id" />
      <input type="hidden" name="service_id" />
      <input type="hidden" name="template_id" />
      {/* Not of type hidden: Chromium brings back only what could be typed (`name-early-post.ts`). */}
      <input hidden name="submission_id" />
      {kind === 'intake' && <input type="hidden" name="sms_consent_version" defaultValue={lists.smsConsent.version} />}
      <div className="leave-blank" aria-hidden="true">
        <label htmlFor={`${kind}-leave_blank`}>Leave this empty</label>
        <input id={`${kind}-leave_blank`} name="leave_blank" tabIndex={-1} autoComplete="off" />
      </div>
      {children}
    </form>
  );
}

/** Explains the star at a required field. */
export const RequiredNote = () => (
  <p className="required-note">
    Fields marked <span className="field-star">*</span> are required.
  </p>
);

/** What the answers are used for, beside the button that sends them. */
export const PrivacyNotice = () => (
  <p className="privacy-notice">
    Sending it, you agree to our <a href={pages.terms}>Terms</a>. We use it to work with your store, and do not sell it.{' '}
    <a href={pages.privacy}>Privacy policy</a>
  </p>
);
