/** What a feature tells the outbox about one kind of its messages. The outbox itself knows no feature. */
import type { Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Message } from './claims.ts';
import type { MailContent } from './mail/letter.ts';
import type { Outcome, Result } from './retry-schedule.ts';
import type { MessageKind } from './tables.ts';
import type { Post, Undeliverable } from './webhook/post.ts';

/** What a message is about, as people know it. */
export interface MessageSubject {
  /** Where it is in the desk; `other` when it is nowhere. */
  readonly kind: 'lead' | 'request' | 'person' | 'dealership' | 'other';
  readonly id: string;
  /** A reference, a name. */
  readonly label: string;
}

/**
 * One kind of message. It goes by the channels that it can be written for: `mail`, `text`, or `post` for a webhook. All are
 * written when they are sent, so a template that was corrected corrects what waits.
 */
export interface MessageDefinition {
  readonly kind: MessageKind;
  readonly mail?: (message: Message) => Promise<MailContent>;
  /** @param options `again`: the recipient may have had this text already, so it should say so */
  readonly text?: (message: Message, options: { readonly again: boolean }) => Promise<string>;
  /** A request to another program, signed at this moment; or why it cannot be sent, which a person has to change. */
  readonly post?: (message: Message) => Promise<Post | Undeliverable>;
  /** What messages are about, by the messages' `subject_id`; for lists and for links. */
  readonly about?: (subjectIds: readonly string[]) => Promise<ReadonlyMap<string, MessageSubject>>;
  /** A message that has waited for longer than this, in milliseconds, needs a person to decide, who reads the reason. */
  readonly decideAfter?: { readonly ms: number; readonly reason: string };
  /**
   * Why a message must not go out any more, as a sentence for people: its link is dead, or what it says is over. Undefined while it
   * may. Is asked before each try, and again right before the message leaves; one that is over ends as expired, with the reason.
   */
  readonly whyOver?: (message: Message) => Promise<string | undefined>;
  /** For how long, in milliseconds, the feature itself may postpone a message (`due_at`); nothing waits longer before its first try. */
  readonly postponedForMs?: number;
  /** Locks the parent of a message before the message is written (the order of locks in `server/database/tables.ts`). */
  readonly lockSubject?: (trx: Transaction<Tables>, subjectId: string, recipient?: string) => Promise<void>;
  /**
   * Is called in the transaction that records the result of a try. `message` is as it was before; `outcome` is what the transport
   * said, if it was asked.
   */
  readonly onResult?: (
    trx: Transaction<Tables>,
    message: Message,
    result: Result,
    outcome: Outcome | undefined,
  ) => Promise<void>;
  /** Is called in the transaction that writes what the text provider reported, at a time (ISO-8601). */
  readonly onReport?: (trx: Transaction<Tables>, text: ReportedText, news: TextNews, at: string) => Promise<void>;
}

/** A text that its provider reports on. */
export type ReportedText = Pick<Message, 'kind' | 'subject_id' | 'created_at'>;

/** What a report says that was not known before: the provider has the text, a telephone has it, or nobody will. */
export type TextNews =
  | { readonly kind: 'sent' }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' /** For people who look after it. */; readonly reason: string };

/** Declares a kind of message. */
export const defineMessage = (definition: MessageDefinition): MessageDefinition => definition;

export type RegisteredKinds = ReturnType<typeof createKinds>;

/** The kinds of messages that a server knows. Throws when two have one name. */
export function createKinds(definitions: readonly MessageDefinition[]) {
  const byName = new Map<string, MessageDefinition>(definitions.map((definition) => [definition.kind, definition]));
  if (byName.size < definitions.length) throw new Error('Two kinds of messages have the same name');

  return {
    /** Throws when no feature of this server registered the kind: another version of it may have. */
    of(kind: string): MessageDefinition {
      const definition = byName.get(kind);
      if (!definition) throw new Error(`No feature registered messages of the kind ${kind}`);
      return definition;
    },

    /** The same for messages that are stored already; `undefined` for a kind that this server does not know. */
    find: (kind: string): MessageDefinition | undefined => byName.get(kind),

    /** The longest that a feature postpones a message, in milliseconds. */
    postponedForMs: Math.max(0, ...definitions.map(({ postponedForMs = 0 }) => postponedForMs)),
  };
}
