/** The response text that says that a lead is stored. */
export const sentText = 'OK';

/**
 * The mail provider's API as the site calls it and the gateway implements it: `POST {origin}/api/v1.0/email/send` (JSON) and
 * `/send-form` (multipart). Names and texts on the wire are the provider's. `submissionNames` are ours; they travel as template
 * parameters, which every provider ignores when its template does not use them. The endpoints are in `send-endpoints.ts`, their
 * refusals in `send-refusals.ts`; every form page loads this file.
 */
export const sendPath = '/api/v1.0/email/send';
export const sendFormPath = '/api/v1.0/email/send-form';

/**
 * Asks whether the server has a submission: `GET` with `submission_id`. It is ours, not the provider's. Only the page of a submission
 * knows its id (`mintId`), and the response only says whether it was received.
 */
export const receivedPath = '/api/v1.0/email/received';

/** The version that `@emailjs/browser` reports (S9). */
export const libVersion = '4.4.1';

/** The envelope fields of `send-form`. Every other field of the form is a template parameter. */
export const envelopeNames = ['lib_version', 'user_id', 'service_id', 'template_id', 'accessToken'] as const;

/**
 * The parameters that travel with the answers but are not answers:
 * - `submission_id`: minted with the draft; the same id with the same answers is the same lead, however often it comes.
 * - `amends`: the id of a first attempt whose outcome the page does not know; this submission replaces its answers.
 * - `submitted_date`: the visitor's local date and time, as text (S3).
 * - `leave_blank`: a field that no person sees. Filled, it flags the lead.
 * - `fill_ms`: how long the form was open, in milliseconds. A very short time flags the lead.
 * - `sms_consent_version`: which wording of the consent the person saw.
 */
export const submissionNames = [
  'submission_id',
  'amends',
  'submitted_date',
  'leave_blank',
  'fill_ms',
  'sms_consent_version',
] as const;
