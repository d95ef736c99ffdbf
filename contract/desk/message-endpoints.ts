/** The messages screen: every mail and text, what became of it, how it reads, and trying it again. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, maybeText, maybeTime, text, time } from '../schema-words.ts';
import { listRefusals } from './lists.ts';
import {
  type MessageChannel,
  type MessageEventName,
  type MessageFilter,
  type MessageStateName,
  messageChannels,
  messageEvents,
  messageFilters,
  messageSearch,
  messageStates,
  type SendStep,
  sendSteps,
} from './messages.ts';

const names = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as [Name, ...Name[]];
const state = z.enum(names<MessageStateName>(messageStates));
const channel = z.enum(names<MessageChannel>(messageChannels));

export const messageRow = z.object({
  id: text,
  /** The name of its kind, as `npm run outbox` shows it. */
  kind: text,
  channel,
  /** What it is about: how people know it, and where it is in the desk. Null when there is nothing to name. */
  about: z.nullable(
    z.object({ kind: z.enum(['lead', 'request', 'person', 'dealership', 'other']), id: text, label: text }),
  ),
  /** One address or telephone number. */
  to: text,
  /** Whether it goes to the operator, whose address is the configuration's. */
  toOperator: z.boolean(),
  state,
  /** A worker is sending it at this moment. */
  sending: z.boolean(),
  /** Tries so far, since a person last had it tried again. */
  attempts: z.number(),
  createdAt: time,
  /** When it is tried next; null when it is not. */
  dueAt: maybeTime,
  sentAt: maybeTime,
  deliveredAt: maybeTime,
  /** Since when it needs a person. */
  failedAt: maybeTime,
  /** A try may have arrived. */
  mayHaveArrived: z.boolean(),
  lastError: maybeText,
  /** When a person last had it tried again. A retry names it: of two presses at once, one counts. */
  retriedAt: maybeTime,
  can: z.object({ retry: z.boolean(), giveUp: z.boolean() }),
});
export type MessageRow = z.infer<typeof messageRow>;

const messagePage = z.object({
  /** The newest first; of a search, by address and then the newest first. */
  messages: z.array(messageRow),
  nextCursor: maybeText,
  /** How many are not done with, whatever the filter. */
  unfinished: z.object({ failed: z.number(), unsure: z.number(), waiting: z.number(), held: z.number() }),
  serverNow: time,
});
export type MessagePage = z.infer<typeof messagePage>;

const messageEvent = z.object({
  at: time,
  kind: z.enum(names<MessageEventName>(messageEvents)),
  /** Which try it was, from 1. */
  attempt: z.number(),
  step: z.nullable(z.enum(names<SendStep>(sendSteps))),
  /** What the mail server or the text provider said. */
  said: maybeText,
  /** Who had it tried again or gave it up; null for a command. */
  by: maybeText,
});
export type MessageEvent = z.infer<typeof messageEvent>;

const messageRecord = z.extend(messageRow, {
  /** Oldest first. Tries of before this history was kept are not in it. */
  events: z.array(messageEvent),
  /** As it would be written now, with every secret hidden; null when it cannot be written any more. `html` is read apart. */
  preview: z.nullable(z.object({ subject: maybeText, text, html: z.boolean() })),
  /** Why it cannot be written. */
  previewFault: maybeText,
  /** Why it must not go out any more although nobody has ended it: its link is dead, or what it says is over. Null while it may. */
  over: maybeText,
  serverNow: time,
});
export type MessageRecord = z.infer<typeof messageRecord>;

const tag = 'desk';
const auth = { staff: 'manageMessages' } as const;
const notFound = { status: 404, text: 'There is no such message.' } as const;
const record = { 200: messageRecord } as const;
/** 409: it stands otherwise than whoever pressed has seen, or it cannot be tried again; it is as it stands. */
const recordOrChanged = { 200: messageRecord, 409: messageRecord } as const;

export const listMessages = endpoint({
  tag,
  method: 'GET',
  path: '/api/desk/messages',
  summary: 'Mails and texts',
  auth,
  query: z.object({
    filter: z.optional(z.enum(names<MessageFilter>(messageFilters))),
    channel: z.optional(channel),
    /** The beginning of an address or of a telephone number. */
    search: z.optional(text.check(z.minLength(messageSearch.least), z.maxLength(messageSearch.most))),
    cursor: z.optional(atMost(600)),
  }),
  responses: { 200: messagePage },
  refusals: { badCursor: listRefusals.badCursor },
});

export const viewMessage = endpoint({
  tag,
  method: 'GET',
  path: '/api/desk/messages/:id',
  summary: 'One message: its tries and how it reads',
  auth,
  responses: record,
  refusals: { notFound },
});

/** The mail as its recipient sees it, with every secret hidden. For a frame of the desk alone; nothing in it runs or loads. */
export const previewMessage = endpoint({
  tag,
  method: 'GET',
  path: '/api/desk/messages/:id/preview',
  summary: 'The HTML of a mail, with every secret hidden',
  auth,
  responses: { 200: text },
  refusals: { notFound },
});

export const retryMessage = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/messages/:id/retry',
  summary: 'Have a message tried again',
  auth,
  body: z.object({ retriedAt: maybeTime }),
  responses: recordOrChanged,
  refusals: { notFound },
});

/** A message that needs a person and shall not be sent any more. */
export const giveUpMessage = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/messages/:id/give-up',
  summary: 'Send a message no more',
  auth,
  body: z.object({ retriedAt: maybeTime }),
  responses: recordOrChanged,
  refusals: { notFound },
});

/** Every message that waits or needs a person. */
export const retryAllMessages = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/messages/retry',
  summary: 'Have every message tried again that waits or needs a person',
  auth,
  body: z.object({}),
  responses: { 200: z.object({ count: z.number() }) },
});
