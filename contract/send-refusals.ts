/** The refusals of the mail provider's API, in a file of their own: scripts of the form pages do not need them, and would carry them along. */
import { commonRefusals } from './refusals.ts';

/** Every refusal of the two endpoints that send. */
export const sendRefusals = {
  ...commonRefusals,
  userIdRequired: { status: 400, text: 'The user_id parameter is required' },
  serviceIdRequired: { status: 400, text: 'The service_id parameter is required' },
  templateIdRequired: { status: 400, text: 'The template_id parameter is required' },
  userIdInvalid: { status: 400, text: 'The Public Key is invalid. See docs/operating.md' },
  serviceNotFound: { status: 400, text: 'The service ID not found. See docs/operating.md' },
  templateNotFound: { status: 400, text: 'The template ID not found. See docs/operating.md' },
  paramsNotObject: { status: 400, text: 'The template_params parameter must be an object' },
  sentTwice: { status: 400, text: 'A field was sent twice with different values' },
  /** The sender's address is one that the operator blocked. The mail client's own list answers the same. */
  blocked: { status: 403, text: 'Forbidden' },
  unsupported: { status: 415, text: 'Send application/json here, or multipart/form-data without files to send-form' },
  /** Its text has one line per refused field: `field: what to do`. */
  refused: { status: 422, text: '' },
} as const;
