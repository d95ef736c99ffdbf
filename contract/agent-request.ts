/** A dealership's request for an agent: what it is made of, how it is sent, and what the live card is told of it. */
import * as z from 'zod/mini';
import { anydeskError } from './anydesk.ts';
import { endpoint } from './endpoint.ts';
import { idPattern } from './reference.ts';
import { maskSecrets } from './secrets.ts';
import { cleanText } from './text.ts';

/** What a request can be for, and the words that travel (S3). The first is offered first. */
export const requestTypes = {
  active_deal: 'Request Agent for Active Deal',
  custom_request: 'Custom Request',
} as const;

export type RequestType = keyof typeof requestTypes;

/** What stands for a telephone number that a dealership does not have (S3). */
export const phoneNotProvided = 'Not provided';

/** In UTF-16 units, as `maxlength` counts. */
export const additionalInfoMaxLength = 2000;
export const callbackNameMaxLength = 100;

/** The times of a request, in milliseconds. */
export const requestTimings = {
  /** Without a person's acceptance by then, the card says to call. */
  callAfterMs: 45_000,
  /** Without a person's acceptance by then, the request ends, and nothing about it is delivered any more. */
  expireAfterMs: 15 * 60_000,
  /** How long an accepted request that nobody closes stays open. */
  acceptedForMs: 4 * 60 * 60_000,
  /** An accepted request that is not connected by then is late: another may take it over, and the card says to call. */
  connectWithinMs: 5 * 60_000,
  /** How long Done, Cancel and Connected can be taken back; a request that is closing ends when this time is over. */
  takeBackForMs: 60_000,
} as const;

/** The path of the function that takes a request, after its base (S7). */
export const sendSmsPath = '/functions/v1/send-sms';

/** Where functions are; ours has this one. */
export const functionsPath = '/functions/v1';

const text = z.string();

/**
 * The body of send-sms (S7). `dealerPhone` is for a function that has no table of its own; ours takes the number from its
 * table. Four members are ours: `request_id` makes a request count once, however often it is pressed or arrives, and
 * becomes the request's id; `dealership_id` tells dealerships of one name apart; `callback_name` is the name of who asks;
 * `anydesk` is the AnyDesk address, when it is known already.
 */
export const sendSmsBody = z.object({
  dealershipName: text,
  dealerPhone: z.optional(text),
  requestType: text,
  additionalInfo: z.optional(z.nullable(text)),
  request_id: z.optional(text.check(z.regex(idPattern))),
  dealership_id: z.optional(z.nullable(text)),
  callback_name: z.optional(z.nullable(text)),
  anydesk: z.optional(z.nullable(text)),
});
export type SendSmsBody = z.infer<typeof sendSmsBody>;

/** The response of send-sms. Every refusal but the platform's own (401, and 404 for another name) has this shape too. */
export const sendSmsResponse = z.object({ success: z.boolean(), error: z.optional(text) });

/** Why our function refuses a request: the `error` of `{"success": false}`. */
export const sendSmsRefusals = {
  malformed: 'The request cannot be read',
  tooLarge: 'The request is too large',
  unsupported: 'Send JSON',
  method: 'Send it with POST',
  dealershipMissing: 'Please select your dealership',
  dealershipUnknown: 'This dealership is not in our list',
  dealershipForeign: 'Your access code belongs to another dealership',
  typeUnknown: 'Choose one of the request types',
  nameTooLong: `Shorten the name to ${callbackNameMaxLength} characters`,
  anydeskUnknown: anydeskError,
  infoTooLong: `Shorten the additional info to ${additionalInfoMaxLength} characters`,
  idTaken: 'This request was already received with other answers',
  switchedOff: 'Text Agent is not switched on',
} as const;

/** What the platform itself refuses, before it calls the function. */
const platformRefusal = z.object({ code: z.number(), message: text });

const malformed = (error: string) => ({ status: 400, text: error }) as const;

/** Our function in the place of the specification's (S7), in the shape that a Supabase Edge Function has. */
export const sendSms = endpoint({
  method: 'POST',
  path: sendSmsPath,
  tag: 'portal',
  summary: 'Ask for an agent',
  auth: 'portal-session',
  // What the Supabase client sends.
  preflight: 'authorization, x-client-info, apikey, content-type',
  // A body that the Supabase client did not make JSON of itself comes as a string or as bytes.
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

/** The name of who asks as it is stored and shown, in one line. */
export const cleanCallbackName = (typed: string): string => cleanAdditionalInfo(typed).replace(/\s+/g, ' ');

/** The additional info as it is stored and shown: what of a customer has no place in it is masked (R43). */
export const cleanAdditionalInfo = (typed: string): string => maskSecrets(cleanText(typed)).text;

/** How a request ended, as its agent says with Done. The words are those of the agent's page and of the commands. */
export const dispositions = {
  contracted_retail: 'Contracted: retail',
  contracted_lease: 'Contracted: lease',
  contracted_cash: 'Contracted: cash',
  contracted_outside_lien: 'Contracted: outside lien',
  approved_not_signed: 'Approved but not signed',
  no_approval: 'No approval',
  customer_left: 'Customer left',
  help_only: 'Help only',
  cancelled_by_store: 'Cancelled by the store',
  could_not_connect: 'Could not connect',
  test: 'Test',
} as const;
export type Disposition = keyof typeof dispositions;
export const dispositionNames = Object.keys(dispositions) as [Disposition, ...Disposition[]];

/** The most of the note beside a disposition, in UTF-16 units, as `maxlength` counts. */
export const closingNoteMaxLength = 2000;

/**
 * Where a request stands. The first five follow each other, and some may be passed over; the last three end it. A request
 * that is handed back or whose Connected is taken back goes back to what holds then.
 * - `stored`: it is on disk;
 * - `sent`: a provider took the first text or mail;
 * - `delivered`: a telephone confirmed a text;
 * - `accepted`, `connected`: an agent said so;
 * - `done`: the agent said so; `cancelled`: the dealership did; `expired`: nobody came in time.
 */
export const requestStates = [
  'stored',
  'sent',
  'delivered',
  'accepted',
  'connected',
  'done',
  'cancelled',
  'expired',
] as const;
export type RequestState = (typeof requestStates)[number];

/**
 * Whether texts can reach an agent:
 * - `going`: at least one text is on its way or was delivered;
 * - `capped`: the hour's texts are used up;
 * - `nobody`: nobody is on shift;
 * - `none`: there is no text provider, or nobody on shift has a telephone;
 * - `failed`: every text was refused or given up.
 */
export const smsStatuses = ['going', 'capped', 'nobody', 'none', 'failed'] as const;
export type SmsStatus = (typeof smsStatuses)[number];

const time = z.iso.datetime();
const maybeTime = z.nullable(time);

/**
 * A request that is about to end, and how. Until `endsAt` the one who began it can take it back, and everything else about
 * the request still holds: its links, its view token and its details.
 */
export const closing = z.object({ as: z.enum(['done', 'cancelled']), at: time, endsAt: time });
export type Closing = z.infer<typeof closing>;

/** What a dealership sees of its request. Times are ISO-8601 in UTC; what has not happened is null. */
export const requestView = z.object({
  id: text,
  /** Grows with every change of the request; the id of its event in the stream. */
  version: z.number(),
  /** To be said over the telephone. */
  reference: text,
  state: z.enum(requestStates),
  dealershipName: text,
  requestType: z.enum(['active_deal', 'custom_request']),
  additionalInfo: text,
  /** The name of who asks; null when none was given. */
  callbackName: z.nullable(text),
  smsStatus: z.enum(smsStatuses),
  /** Whether the request goes to the desk by mail too. */
  mailing: z.boolean(),
  createdAt: time,
  sentAt: maybeTime,
  deliveredAt: maybeTime,
  acceptedAt: maybeTime,
  /** The agent's name. */
  acceptedBy: z.nullable(text),
  connectedAt: maybeTime,
  /** From then on an accepted request that is not connected is late; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** Who handed it back to the others last, and when. Since then it is looking for another agent. */
  handedBackAt: maybeTime,
  handedBackBy: z.nullable(text),
  /** Since when nobody who was asked is left to accept it. */
  nobodyLeftAt: maybeTime,
  /** Null unless it is about to end. */
  closing: z.nullable(closing),
  endedAt: maybeTime,
  /** When it ends by itself, as it stands. */
  expiresAt: time,
  /** The AnyDesk address that the agent was given, without spaces. */
  anydesk: z.nullable(text),
  /** After `askedAt`, in milliseconds: without acceptance by then the card says to call. */
  callAfterMs: z.number(),
  /** The server's clock when it wrote this, so that a page can tell how far its own is off. */
  serverNow: time,
});
export type RequestView = z.infer<typeof requestView>;

const endStates: readonly RequestState[] = ['done', 'cancelled', 'expired'];

/** Whether a request is over: nothing about it changes any more. */
export const isOver = ({ state }: Pick<RequestView, 'state'>): boolean => endStates.includes(state);

/** Since when it waits for somebody to accept it: since it was stored, or since it was handed back. ISO-8601. */
export const askedAt = ({ createdAt, handedBackAt }: Pick<RequestView, 'createdAt' | 'handedBackAt'>): string =>
  handedBackAt ?? createdAt;

/** Whether an agent has accepted the request and has not connected in time. */
export const isLate = ({ lateAt }: Pick<RequestView, 'lateAt'>, serverNowMs: number): boolean =>
  lateAt !== null && serverNowMs >= Date.parse(lateAt);

/**
 * Whether the card tells the dealership to call: nobody accepted in time, whoever accepted did not connect in time, nobody
 * is left to accept, or no text is on its way to anybody.
 *
 * @param serverNowMs the server's time, which is the page's clock corrected by `serverNow`
 */
export function shouldCall(
  view: Pick<
    RequestView,
    | 'state'
    | 'acceptedAt'
    | 'smsStatus'
    | 'createdAt'
    | 'handedBackAt'
    | 'callAfterMs'
    | 'lateAt'
    | 'nobodyLeftAt'
    | 'closing'
  >,
  serverNowMs: number,
): boolean {
  if (view.state === 'expired') return true;
  if (isOver(view) || view.closing !== null) return false;
  if (view.acceptedAt !== null) return isLate(view, serverNowMs);
  if (view.smsStatus !== 'going' || view.nobodyLeftAt !== null) return true;
  return serverNowMs >= Date.parse(askedAt(view)) + view.callAfterMs;
}
