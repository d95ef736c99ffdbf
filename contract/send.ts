/**
 * The mail provider's API as the site calls it and the gateway answers it: `POST {origin}/api/v1.0/email/send` (JSON) and
 * `/send-form` (multipart). Wire names and texts are the provider's; `submission` names are ours and pass as template
 * parameters, which every provider ignores when its template does not use them.
 */
import * as z from 'zod/mini';
import { commonRefusals } from './endpoint.ts';
import { idPattern } from './reference.ts';

export const sendPath = '/api/v1.0/email/send';
export const sendFormPath = '/api/v1.0/email/send-form';

/**
 * Whether the server has a submission: `GET` with `submission_id`. It is ours, not the provider's. The id is 122 random bits
 * that only its page knows, and the answer says no more than that it was received.
 */
export const receivedPath = '/api/v1.0/email/received';
export const receivedQuery = z.object({ submission_id: z.string().check(z.regex(idPattern)) });
export const receivedAnswer = z.object({ received: z.boolean() });

/** The version that `@emailjs/browser` reports (S9). */
export const libVersion = '4.4.1';

/** The JSON body of `send`. */
export const sendBody = z.object({
  lib_version: z.optional(z.string()),
  user_id: z.string(),
  service_id: z.string(),
  template_id: z.string(),
  accessToken: z.optional(z.string()),
  template_params: z.optional(z.record(z.string(), z.unknown())),
});
export type SendBody = z.infer<typeof sendBody>;

/** The names of `send-form` that are the envelope; every other field of the form is a template parameter. */
export const envelopeNames = ['lib_version', 'user_id', 'service_id', 'template_id', 'accessToken'] as const;

/**
 * The parameters that travel with the answers and are none:
 * - `submission_id`: minted with the draft; the same id with the same answers is the same lead, however often it comes.
 * - `amends`: the id of a first attempt whose fate the page does not know; this submission replaces its answers.
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

/** `amends` and `submission_id`, checked; an unusable one is a malformed request, not a person's mistake. */
export const submissionId = z.string().check(z.regex(idPattern));

/** Every answer of the two endpoints: its status and, where the text is fixed, the text. */
export const sendAnswers = {
  ok: { status: 200, text: 'OK' },
  userIdRequired: { status: 400, text: 'The user_id parameter is required' },
  serviceIdRequired: { status: 400, text: 'The service_id parameter is required' },
  templateIdRequired: { status: 400, text: 'The template_id parameter is required' },
  userIdInvalid: { status: 400, text: 'The Public Key is invalid. See docs/operating.md' },
  serviceNotFound: { status: 400, text: 'The service ID not found. See docs/operating.md' },
  templateNotFound: { status: 400, text: 'The template ID not found. See docs/operating.md' },
  malformed: commonRefusals.malformed,
  paramsNotObject: { status: 400, text: 'The template_params parameter must be an object' },
  sentTwice: { status: 400, text: 'A field was sent twice with different values' },
  originRefused: commonRefusals.originRefused,
  /** The sender's address is one that the operator blocked. The mail client's own list answers the same. */
  blocked: { status: 403, text: 'Forbidden' },
  tooLarge: commonRefusals.tooLarge,
  unsupported: { status: 415, text: 'Send application/json here, or multipart/form-data without files to send-form' },
  /** One line per refused field: `field: what to do`. */
  refused: { status: 422 },
  /** With `Retry-After` in seconds. */
  tooMany: commonRefusals.tooMany,
  /** The store is held by another program: nothing was stored. With `Retry-After` in seconds. */
  storeBusy: commonRefusals.storeBusy,
} as const;

/** The 422 line for an id that is known with other answers. The page mints a new id when it reads it. */
export const idTaken = { field: 'submission_id', text: 'This submission was already received with other answers' };

/** Writes the body of a 422. */
export const writeFieldErrors = (errors: readonly { field: string; text: string }[]): string =>
  errors.map(({ field, text }) => `${field}: ${text}`).join('\n');

/** Reads the body of a 422. Lines that are not `field: text` are left out. */
export function readFieldErrors(body: string): { field: string; text: string }[] {
  return body.split('\n').flatMap((line) => {
    const [, field, text] = /^([a-z_]+): (.+)$/.exec(line) ?? [];
    return field && text ? [{ field, text }] : [];
  });
}
