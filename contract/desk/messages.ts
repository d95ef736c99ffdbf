/** The words of the messages screen and of `npm run outbox`, without a schema library. The endpoints are in `message-endpoints.ts`. */

/** The states of a message, in the order of a list. `MessageState` of `server/outbox/tables.ts` says what each means. */
export const messageStates = {
  failed: 'Needs attention',
  unsure: 'May have arrived; retrying',
  waiting: 'Waiting to be sent',
  held: 'On hold: no running server has a mail server (SMTP_URL) or text provider (TWILIO_ACCOUNT_SID)',
  sent: 'Sent',
  expired: 'Expired, will not be sent',
} as const;
export type MessageStateName = keyof typeof messageStates;

export const messageChannels = { mail: 'Mail', sms: 'Text' } as const;
export type MessageChannel = keyof typeof messageChannels;

/** The filters of the list, with the states that each one includes. */
export const messageFilters = {
  needsPerson: { label: 'Needs attention', states: ['failed'] },
  waiting: { label: 'Waiting', states: ['unsure', 'waiting', 'held'] },
  sent: { label: 'Sent', states: ['sent'] },
  notSent: { label: 'Will not be sent', states: ['expired'] },
} as const satisfies Readonly<Record<string, { label: string; states: readonly MessageStateName[] }>>;
export type MessageFilter = keyof typeof messageFilters;

/** What happened to a message, in the usual order. */
export const messageEvents = {
  sent: 'Sent',
  /** It did not arrive, and is tried again. */
  later: 'Did not go out; retrying',
  unsure: 'May have arrived',
  failed: 'Needs attention',
  /** Reports of the text provider: a telephone has it, or it will not arrive. */
  delivered: 'Delivered',
  undelivered: 'The text provider reported that it will not arrive',
  /** Its content is out of date, or its link is dead. */
  over: 'Will not be sent',
  retried: 'Tried again by hand',
  givenUp: 'Stopped by hand',
} as const;
export type MessageEventName = keyof typeof messageEvents;

/** The step of handing a message over at which a try ended: those of a mail (RFC 5321 3), then those of a text. */
export const sendSteps = {
  'look-up': 'look-up',
  connection: 'connection',
  greeting: 'greeting',
  encryption: 'encryption',
  hello: 'hello',
  login: 'login',
  sender: 'sender',
  recipient: 'recipient',
  text: 'text',
  /** The text provider's answer. */
  answer: 'answer',
  /** Writing the message failed, before any server was contacted. */
  writing: 'writing',
} as const;
export type SendStep = keyof typeof sendSteps;

/** The warning before a retry of a message that the recipient may have already. */
export const mayHaveGoneOut =
  'A try may have gone out already. If it has, the recipient gets this twice; a text says that it was sent again.';

/** Why a message could not be tried again, by its state. */
export const whyNotRetried: Readonly<Record<MessageStateName, string>> = {
  sent: 'was sent already',
  held: 'is held until there is something to send it with; then it goes out by itself',
  expired: 'has expired, and will not be sent',
  waiting: 'is being sent right now',
  unsure: 'is being sent right now',
  failed: 'was changed by somebody else meanwhile',
};

/** The length of a search text, in characters. */
export const messageSearch = { least: 2, most: 254 } as const;
