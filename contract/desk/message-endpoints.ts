/** The messages screen: every mail and text, its state, its text, and trying it again. */
import * as z from 'zod/mini';
import { atMost, maybeText, maybeTime, names, text, time } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { listRefusals } from './lists.ts';
import { messageChannels, messageEvents, messageFilters, messageSearch, messageStates, sendSteps } from './messages.ts';

const state = z.enum(names(messageStates));
const channel = z.enum(names(messageChannels));

const messageRow = z.object({
  id: text,
  /** The name of the message's kind, as `npm run outbox` shows it. */
  kind: text,
  channel,
  /** The thing that the message is about: its label, and where the desk has it. Null when there is nothing to name. */
  about: z.nullable(
    z.object({ kind: z.enum(['lead', 'request', 'person', 'dealership', 'other']), id: text, label: text }),
  ),
  /** One address or telephone number. */
  to: text,
  /** Whether it goes to the operator, whose address comes from the configuration. */
  toOperator: z.boolean(),
  state,
  /** Whether a worker is sending it at this moment. */
  sending: z.boolean(),
  /** The tries since a person last had it tried again. */
  attempts: z.number(),
  createdAt: time,
  /** When the next try is; null when there is none. */
  dueAt: maybeTime,
  sentAt: maybeTime,
  deliveredAt: maybeTime,
  /** Since when it needs attention. */
  failedAt: maybeTime,
  mayHaveArrived: z.boolean(),
  lastError: maybeText,
  /** When a person last had it tried again. A retry names it, so that only one of two simultaneous presses counts. */
  retriedAt: maybeTime,
  can: z.object({ retry: z.boolean(), giveUp: z.boolean() }),
});
export type MessageRow = z.infer<typeof messageRow>;

const messagePage = z.object({
  /** Newest first; in a search, by address and then newest first. */
  messages: z.array(messageRow),
  nextCursor: maybeText,
  /** The numbers of unfinished messages, regardless of the filter. */
  unfinished: z.object({ failed: z.number(), unsure: z.number(), waiting: z.number(), held: z.number() }),
  serverNow: time,
});
export type MessagePage = z.infer<typeof messagePage>;

const messageEvent = z.object({
  at: time,
  kind: z.enum(names(messageEvents)),
  /** Which try it was, from 1. */
  attempt: z.number(),
  step: z.nullable(z.enum(names(sendSteps))),
  /** What the mail server or the text provider said. */
  said: maybeText,
  /** The person who had it tried again or gave it up; null for a command. */
  by: maybeText,
});
export type MessageEvent = z.infer<typeof messageEvent>;

const messageRecord = z.extend(messageRow, {
  /** Oldest first. Tries from before this history existed are missing. */
  events: z.array(messageEvent),
  /**
   * The message as it would be written now, with every secret hidden; null when it can no longer be written. `html` says whether it
   * has an HTML part, which is read separately.
   */
  preview: z.nullable(z.object({ subject: maybeText, text, html: z.boolean() })),
  /** Why it cannot be written. */
  previewFault: maybeText,
  /** Why it must not be sent although nobody ended it: its link is dead, or its content out of date. Null while it may be sent. */
  over: maybeText,
  serverNow: time,
});
export type MessageRecord = z.infer<typeof messageRecord>;

const notFound = { status: 404, text: 'There is no such message.' } as const;

/**
 * A press on a message, as it was last retried. 409: the message has changed since the person saw it, or it cannot be tried again;
 * the body is its current record.
 */
const press = {
  body: z.object({ retriedAt: maybeTime }),
  responses: { 200: messageRecord, 409: messageRecord },
  refusals: { notFound },
} as const;

export const listMessages = reads('manageMessages', '/api/desk/messages', {
  summary: 'Mails and texts',
  query: z.object({
    filter: z.optional(z.enum(names(messageFilters))),
    channel: z.optional(channel),
    /** The beginning of an address or of a telephone number. */
    search: z.optional(text.check(z.minLength(messageSearch.least), z.maxLength(messageSearch.most))),
    cursor: z.optional(atMost(600)),
  }),
  responses: { 200: messagePage },
  refusals: { badCursor: listRefusals.badCursor },
});

export const viewMessage = reads('manageMessages', '/api/desk/messages/:id', {
  summary: 'One message: its tries and how it reads',
  responses: { 200: messageRecord },
  refusals: { notFound },
});

/**
 * The mail as its recipient sees it, with every secret hidden. Only a frame of the desk may show it; nothing in it runs or loads.
 */
export const previewMessage = reads('manageMessages', '/api/desk/messages/:id/preview', {
  summary: 'The HTML of a mail, with every secret hidden',
  responses: { 200: text },
  refusals: { notFound },
});

export const retryMessage = writes('manageMessages', '/api/desk/messages/:id/retry', {
  ...press,
  summary: 'Have a message tried again',
});

/** Gives up a message that needs attention: it is not sent any more. */
export const giveUpMessage = writes('manageMessages', '/api/desk/messages/:id/give-up', {
  ...press,
  summary: 'Send a message no more',
});

/**
 * Tries every message again that waits or needs attention. `seen`: the `serverNow` of the list that the person saw; what was retried, failed or
 * became unsure since stays as it is. A page of an earlier build leaves it out.
 */
export const retryAllMessages = writes('manageMessages', '/api/desk/messages/retry', {
  summary: 'Have every message tried again that waits or needs attention',
  body: z.object({ seen: z.optional(time) }),
  responses: { 200: z.object({ count: z.number() }) },
});
