import type { Generated } from 'kysely';
import type { MessageEventName, SendStep } from '#contract/desk/messages.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/**
 * The state of a message:
 * - `held`: no running server has a transport for it; the first server that has one claims it;
 * - `waiting`: due at `due_at`; while leased, a worker is sending it;
 * - `unsure`: a try may have arrived (for example, the connection ended after the data); it is retried like `waiting`;
 * - `sent`: the transport took it;
 * - `failed`: it needs a person;
 * - `expired`: its time is over, and it is not sent any more.
 */
export type MessageState = 'held' | 'waiting' | 'unsure' | 'sent' | 'failed' | 'expired';

/** The kinds of messages, by name. Each feature adds its own in its `messages.ts`, so this file knows none of them. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface MessageKinds {}

export type MessageKind = keyof MessageKinds;

/** The channels that carry a message to a person. */
export type PersonalChannel = 'mail' | 'sms';

/** The channels that carry a message: to a person, or as a webhook to another program. */
export type Channel = PersonalChannel | 'webhook';

/** The outbox: a message is a row, written in the transaction that causes it. */
export interface MessageTable {
  id: string;
  kind: MessageKind;
  channel: Channel;
  /**
   * The id of what it is about, such as a submission or an agent request. Its kind says what that is. There is no foreign key, because the
   * outbox does not know the tables of features.
   */
  subject_id: string;
  /** The id of a part of the subject that the message carries, such as the recipient's link. */
  detail_id: Maybe<string>;
  /**
   * One address or one telephone number. Empty for the operator's first address, which is read from the configuration when the message is
   * sent. For a webhook, the id of its endpoint.
   */
  recipient: string;
  /** The mailbox for which it counts, where the messages to one person are limited (`mailboxOf`). */
  counts_for: Maybe<string>;
  state: MessageState;
  created_at: Iso;
  due_at: Iso;
  /** Tries so far. */
  attempts: Generated<number>;
  /** The lease of the worker that is sending it, and its end. A worker whose lease ran out finds another token here and writes nothing. */
  lease_token: Maybe<string>;
  lease_until: Maybe<Iso>;
  /** When a person last had it tried again. */
  retried_at: Maybe<Iso>;
  /** The reason of the last failure, for a person to read. */
  last_error: Maybe<string>;
  sent_at: Maybe<Iso>;
  /** When a try may have arrived for the first time. A text that is sent after that says so. */
  unsure_at: Maybe<Iso>;
  /** The time from which it is not sent any more. */
  expires_at: Maybe<Iso>;
  /** The provider's id of a text. */
  provider_id: Maybe<string>;
  /** When the telephone confirmed a text. */
  delivered_at: Maybe<Iso>;
  /** When an alert told the operator that it failed; null again when it is retried. */
  failure_told_at: Maybe<Iso>;
  /** When it began to need a person; null again when it is retried. */
  failed_at: Maybe<Iso>;
  /** When the people on shift were told that it still needs a person; null again when it is retried. */
  shift_told_at: Maybe<Iso>;
}

/** What happened to a message. Rows are only added, and are deleted with their message. */
export interface MessageEventTable {
  seq: Generated<number>;
  message_id: string;
  at: Iso;
  kind: MessageEventName;
  /** The number of the try, from 1; 0 for an event that was no try. */
  attempt: number;
  step: Maybe<SendStep>;
  /** What the mail server or the text provider said, for a person to read. It may quote an address. */
  said: Maybe<string>;
  /** Who had it tried again or gave it up; null for a command. */
  person_id: Maybe<string>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    messages: MessageTable;
    message_events: MessageEventTable;
  }
}
