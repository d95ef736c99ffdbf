/**
 * The access codes of the portal as the desk handles them: by their numbers, never by the codes. A dealership's code reaches it as
 * a link that works once (`contract/code-link.ts`). Sending a new link ends the one before; the earlier code stays valid until a
 * new one was made, and for a grace period after that.
 */
import * as z from 'zod/mini';
import { codeLinkTimes } from '../code-link.ts';
import { atMost, maybeText } from '../schemas.ts';
import { codeView, dealershipRecord } from './dealership-endpoints.ts';
import { dealershipRefusals } from './dealerships.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';

/** A code with its dealership; `dealershipId` is null for a code that dealerships share. */
const listedCode = z.object({
  ...codeView.def.shape,
  dealershipId: maybeText,
  dealershipName: maybeText,
});
export type ListedCode = z.infer<typeof listedCode>;

const codePage = z.object({ rows: z.array(listedCode), cursor: maybeText });

export const codeRefusals = {
  notFound: dealershipRefusals.notFound,
  isClosed: dealershipRefusals.isClosed,
  noAgreement: { status: 422, text: 'There is no agreement date. Add it first; then you can send a code.' },
  noSuchContact: { status: 422, text: 'This contact is not there any more.' },
  /** Neither a mail nor a text can reach the contact. */
  noWay: {
    status: 422,
    text: 'This contact cannot be reached. Add a mail address. A text needs the contact’s consent.',
  },
  /** The contact has an address or number, but the server cannot send to it. */
  noMail: {
    status: 422,
    text: 'This server cannot send the link to this contact: a mail needs SMTP_URL, a text TWILIO_ACCOUNT_SID.',
  },
} as const;

/** Every code, newest first. */
export const listCodes = reads('issueCodes', '/api/desk/codes', {
  summary: 'The access codes by their numbers',
  query: z.object({ cursor: z.optional(atMost(20)) }),
  responses: { 200: codePage },
  refusals: { invalid: { status: 422, text: 'This cannot be read.' } },
});

/**
 * Sends the link by mail, and by text where the contact's consent holds. `graceHours`: how long the earlier code stays valid after
 * the press. `seen`: the contact's addresses, the open link (`link`) and the newest one in any state (`newest`) that the person saw,
 * null for none. When any of them has changed since, the response is 409 and nothing is sent. A page of an earlier build names no link.
 */
export const sendCodeLink = freshWrites('issueCodes', '/api/desk/dealerships/:id/code-link', {
  summary: 'Send a dealership the link to its access code',
  body: z.object({
    contactId: atMost(60),
    seen: z.optional(
      z.object({ mail: maybeText, phone: maybeText, link: z.optional(maybeText), newest: z.optional(maybeText) }),
    ),
    graceHours: z._default(
      z.int().check(z.minimum(0), z.maximum(codeLinkTimes.mostGraceHours)),
      codeLinkTimes.graceHours,
    ),
  }),
  responses: { 200: dealershipRecord, 409: dealershipRecord },
  refusals: codeRefusals,
});

/**
 * `link`: the link that the person saw. When it was used, or another one has replaced it, the response is 409 and nothing ends. A
 * page of an earlier build names none, and withdraws the current link.
 */
export const withdrawCodeLink = writes('issueCodes', '/api/desk/dealerships/:id/code-link/withdraw', {
  summary: 'Withdraw the link to an access code',
  body: z.object({ link: z.optional(atMost(60)) }),
  responses: { 200: dealershipRecord, 409: dealershipRecord },
  refusals: { notFound: dealershipRefusals.notFound },
});

/** Ends a code and its portal sessions within a second. */
export const revokeCode = writes('issueCodes', '/api/desk/codes/:number/revoke', {
  summary: 'Revoke an access code',
  responses: { 200: listedCode },
  refusals: { notFound: { status: 404, text: 'There is no code with this number.' } },
});
