/** The schemas of a dealership's request for an agent, and the endpoint that takes one. */
import * as z from 'zod/mini';
import { mostInsteadOf, requestStates, sendSmsPath, sendSmsRefusals, smsStatuses } from './agent-request.ts';
import { endpoint } from './endpoint.ts';
import { id, maybeText, maybeTime, text, time } from './schemas.ts';

/**
 * The body of send-sms (S7). `dealerPhone` is for a function that has no table of its own; ours takes the number from its table.
 * Six members are ours: `request_id` becomes the request's id and makes it count once, however often it is pressed or arrives;
 * `instead_of` has the ids of earlier requests that this one replaces, which were sent without anybody knowing whether they
 * arrived; `dealership_id` tells dealerships of one name apart; `callback_name` is the name of the person who asks; `anydesk` is
 * the AnyDesk address, when it is known already; `with_view` asks for the request's view token.
 */
const sendSmsBody = z.object({
  dealershipName: text,
  dealerPhone: z.optional(text),
  requestType: text,
  additionalInfo: z.optional(maybeText),
  request_id: z.optional(id),
  instead_of: z.optional(z.array(id).check(z.maxLength(mostInsteadOf))),
  dealership_id: z.optional(maybeText),
  callback_name: z.optional(maybeText),
  anydesk: z.optional(maybeText),
  with_view: z.optional(z.boolean()),
});
export type SendSmsBody = z.infer<typeof sendSmsBody>;

/**
 * The response of send-sms. Every refusal but the platform's own (401, and 404 for another name) has this shape too. `view` is what
 * shows the request without a session: a page may be left before it has asked for anything else.
 */
const sendSmsResponse = z.object({
  success: z.boolean(),
  error: z.optional(text),
  view: z.optional(z.object({ id: text, viewToken: text })),
});

/** The form of the refusals that the platform itself gives, before it calls the function. */
const platformRefusal = z.object({ code: z.number(), message: text });

const malformed = (error: string) => ({ status: 400, text: error }) as const;

/** Our function, which takes the place of the specification's (S7) and has the interface of a Supabase Edge Function. */
export const sendSms = endpoint('POST', sendSmsPath, {
  tag: 'portal',
  summary: 'Ask for an agent',
  auth: 'portal-session',
  // The headers that the Supabase client sends.
  preflight: 'authorization, x-client-info, apikey, content-type',
  // The Supabase client turns some bodies into JSON; it sends the others as a string or as bytes.
  accepts: ['json', 'json-as-text'],
  body: sendSmsBody,
  bodyLimitBytes: 32 * 1024,
  responses: { 200: sendSmsResponse },
  refusals: {
    noToken: { status: 401, text: 'Missing authorization header' },
    deadToken: { status: 401, text: 'Invalid Token or Protected Header formatting' },
    malformed: malformed(sendSmsRefusals.malformed),
    dealershipMissing: malformed(sendSmsRefusals.dealershipMissing),
    typeUnknown: malformed(sendSmsRefusals.typeUnknown),
    nameTooLong: malformed(sendSmsRefusals.nameTooLong),
    anydeskUnknown: malformed(sendSmsRefusals.anydeskUnknown),
    infoTooLong: malformed(sendSmsRefusals.infoTooLong),
    methodUnknown: { status: 405, text: sendSmsRefusals.method },
    tooLarge: { status: 413, text: sendSmsRefusals.tooLarge },
    unsupported: { status: 415, text: sendSmsRefusals.unsupported },
  },
  refuseAs: {
    schema: z.union([platformRefusal, sendSmsResponse]),
    write: ({ status, text }) => (status === 401 ? { code: status, message: text } : { success: false, error: text }),
  },
});

/**
 * A request that is about to end, and how. Until `endsAt` the person who began the ending can take it back, and everything else
 * about the request still holds: its links, its view token and its details.
 */
export const closing = z.object({ as: z.enum(['done', 'cancelled']), at: time, endsAt: time });
export type Closing = z.infer<typeof closing>;

/** What a dealership sees of its request. Times are ISO-8601 in UTC, and null for what has not happened. */
export const requestView = z.object({
  id: text,
  /** The id of the press whose answers it got later, when an agent had it already. */
  answersId: z.optional(text),
  /** Grows with every change of the request; the id of its event in the stream. */
  version: z.number(),
  /** The reference number that people say over the telephone. */
  reference: text,
  state: z.enum(requestStates),
  dealershipName: text,
  requestType: z.enum(['active_deal', 'custom_request']),
  additionalInfo: text,
  /** The name of the person who asks; null when none was given. */
  callbackName: maybeText,
  smsStatus: z.enum(smsStatuses),
  /** Whether the request goes to the desk by mail too. */
  mailing: z.boolean(),
  createdAt: time,
  sentAt: maybeTime,
  deliveredAt: maybeTime,
  acceptedAt: maybeTime,
  /** The agent's name. */
  acceptedBy: maybeText,
  connectedAt: maybeTime,
  signingAt: maybeTime,
  /** The time from which an accepted request that is not connected is late; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** The agent who handed it back last, and when. Since then the request waits for another agent. */
  handedBackAt: maybeTime,
  handedBackBy: maybeText,
  /** The person who was asked to take it over, while nobody else is asked; null when everybody is. */
  waitsFor: maybeText,
  /** The person to whom it was handed off and who has not taken it, since everybody is asked. Absent from a server of the version before. */
  notTakenBy: z.optional(maybeText),
  /** Since when none of the people who were asked can still accept it. */
  nobodyLeftAt: maybeTime,
  /** Null unless the request is about to end. */
  closing: z.nullable(closing),
  endedAt: maybeTime,
  /** When the request ends by itself, unless it changes. */
  expiresAt: time,
  /** The AnyDesk address that the agent was given, without spaces. */
  anydesk: maybeText,
  /** The waiting time after which the card says to call, in milliseconds. It applies while nobody has accepted. */
  callAfterMs: z.number(),
  /** Two words that the agent's screen shows too. Both sides compare them before AnyDesk; null while nobody has the request. */
  words: z.nullable(z.tuple([text, text])),
  /** The server's clock when it wrote this, so that a page can tell how far its own is off. */
  serverNow: time,
});
export type RequestView = z.infer<typeof requestView>;
