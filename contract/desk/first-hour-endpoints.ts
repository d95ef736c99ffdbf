/** The first hour: a checklist that the server fills in by looking. Nothing in it is ticked by hand. */
import * as z from 'zod/mini';
import { atMost, changesAt, maybeText, maybeTime, names, text, time } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { messageStates, sendSteps } from './messages.ts';

/** `open`: there is something to do. `optional`: the product works without it, and the line says what is missing. */
const state = z.enum(['done', 'open', 'optional']);
const messageState = z.enum(names(messageStates));
const step = z.nullable(z.enum(names(sendSteps)));

/** The last test mail: its recipient, and the server's answer. `isAsked`: the answer may still come. */
const lastTest = z.nullable(
  z.object({
    at: time,
    to: text,
    taken: z.boolean(),
    step,
    said: maybeText,
    advice: maybeText,
    isAsked: z.optional(z.boolean()),
  }),
);

const firstHourView = z.object({
  mail: z.object({ state, configured: z.boolean(), last: lastTest }),
  texts: z.object({
    state,
    configured: z.boolean(),
    /** The caller's own number; null when none is on file. */
    ownPhone: maybeText,
    /** `deliveredAt`: the telephone confirmed it. */
    last: z.nullable(z.object({ at: time, to: text, state: messageState, said: maybeText, deliveredAt: maybeTime })),
  }),
  links: z.object({
    state,
    /** Where links lead to. */
    publicUrl: text,
    hasPublicUrl: z.boolean(),
    last: z.nullable(z.object({ at: time, to: text, pressedAt: maybeTime, expiresAt: time })),
  }),
  samples: z.object({ state, names: z.array(text) }),
  codes: z.object({ state, dealerships: z.number(), withOwnCode: z.number(), without: z.array(text) }),
  shift: z.object({ state, people: z.array(text), nobodyReached: maybeText, textAgentOn: z.boolean() }),
  gaps: z.object({ state, count: z.number() }),
  backup: z.object({ state, at: maybeTime, command: text }),
  /** `database`: the one to make before the command is run; null when none is needed. */
  restore: z.object({ state, at: maybeTime, command: text, database: maybeText }),
  /** The last sweep of old records. `records`: how many it would delete, while it waits to be confirmed. */
  sweep: z.object({ state, at: maybeTime, records: z.number() }),
  /** The number of open lines. */
  open: z.number(),
  ...changesAt,
  serverNow: time,
});
export type FirstHourView = z.infer<typeof firstHourView>;

const responses = { 200: firstHourView } as const;

const refusals = {
  noMail: { status: 422, text: 'No SMTP_URL is set, so there is no mail server to test.' },
  noTexts: { status: 422, text: 'No TWILIO_ACCOUNT_SID is set, so there is no text provider to test.' },
  noPhone: { status: 422, text: 'You have no telephone number on file. Add it under People.' },
  badMail: { status: 422, text: 'This is not a valid e-mail address.' },
  nobody: { status: 422, text: 'This person cannot be reached: there is neither a number nor an address that works.' },
  tooSoon: { status: 429, text: 'A test was sent a moment ago. Wait for it first.' },
} as const;
const { noMail, noTexts, noPhone, badMail, nobody, tooSoon } = refusals;

export const viewFirstHour = reads('changeSettings', '/api/desk/first-hour', {
  summary: 'What is left to do before the first night',
  responses,
});

/** The test mail is sent before the response, which has the mail server's answer. */
export const testMail = writes('changeSettings', '/api/desk/first-hour/mail', {
  summary: 'Send a test mail, and say what the mail server answered',
  body: z.object({ to: atMost(254) }),
  responses,
  refusals: { noMail, badMail, tooSoon },
});

export const testText = writes('changeSettings', '/api/desk/first-hour/text', {
  summary: 'Send a test text to the caller’s number',
  responses,
  refusals: { noTexts, noPhone, tooSoon },
});

export const testLink = writes('changeSettings', '/api/desk/first-hour/link', {
  summary: 'Send somebody a link to open and press',
  body: z.object({ personId: atMost(36) }),
  responses,
  refusals: { nobody, tooSoon },
});

export const removeSamples = writes('changeSettings', '/api/desk/first-hour/remove-samples', {
  summary: 'Remove the sample dealerships',
  responses,
});
