/** The refusals of the mail provider's API. In a file of their own, because the scripts of the form pages do not need them. */
import { commonRefusals } from './refusals.ts';

/** Every refusal of the two send endpoints. */
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
  /** The operator blocked the sender's address. The mail client's own block list gives the same refusal. */
  blocked: { status: 403, text: 'Forbidden' },
  unsupported: { status: 415, text: 'Send application/json here, or multipart/form-data without files to send-form' },
  /** The response's text has one line per refused field: `field: what to do`. */
  refused: { status: 422, text: '' },
} as const;
