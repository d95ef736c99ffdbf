/** The endpoints of the mail provider's API, as `send.ts` describes it. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idPattern } from './reference.ts';
import { receivedPath, sendFormPath, sendPath, sentText } from './send.ts';
import { sendRefusals } from './send-refusals.ts';

const required = z.string().check(z.minLength(1));

/** The JSON body of `send`. The provider checks its members in this order. */
const sendBody = z.object({
  lib_version: z.optional(z.string()),
  user_id: required,
  service_id: required,
  template_id: required,
  accessToken: z.optional(z.string()),
  template_params: z.optional(z.record(z.string(), z.unknown())),
});
export type SendBody = z.infer<typeof sendBody>;

/** The response to a send that was accepted. */
export const sent = { status: 200, value: sentText } as const;

const sending = {
  tag: 'mail',
  preflight: 'content-type',
  body: sendBody,
  // Room for every field at its longest, in UTF-8.
  bodyLimitBytes: 64 * 1024,
  invalidMembers: {
    user_id: 'userIdRequired',
    service_id: 'serviceIdRequired',
    template_id: 'templateIdRequired',
    template_params: 'paramsNotObject',
  },
  // A browser without script gets a page: 303 to the thank-you page, or the form again.
  responses: { 200: z.string(), 303: z.string() },
  refusals: sendRefusals,
} as const;

export const send = endpoint('POST', sendPath, {
  ...sending,
  summary: 'Send a form as JSON, or as multipart/form-data',
  accepts: ['json', 'form-data'],
});

export const sendForm = endpoint('POST', sendFormPath, {
  ...sending,
  summary: 'Send a form as multipart/form-data',
  accepts: ['form-data'],
});

export const viewReceived = endpoint('GET', receivedPath, {
  tag: 'mail',
  summary: 'Whether a submission was received',
  query: z.object({ submission_id: z.string().check(z.regex(idPattern)) }),
  responses: { 200: z.object({ received: z.boolean() }) },
});
