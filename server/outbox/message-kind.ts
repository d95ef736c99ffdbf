/** The definition of a kind of message, by which a feature tells the outbox how to handle it. The outbox itself knows no feature. */
import type { Trx } from '#server/database/open.ts';
import { forEach } from '#server/repeat.ts';
import type { Message } from './claims.ts';
import type { MailContent } from './mail/letter.ts';
import type { Outcome, Result } from './retry-schedule.ts';
import type { MessageKind } from './tables.ts';
import type { Post, Undeliverable } from './webhook/transport.ts';

/** What a message is about, in words for people. */
export interface MessageSubject {
  /** The kind of its page at the desk; `other` when it has none. */
  readonly kind: 'lead' | 'request' | 'person' | 'dealership' | 'other';
  readonly id: string;
  /** A reference or a name. */
  readonly label: string;
}

/**
 * A kind of message. It can go by the channels that it has a function for: `mail`, `text`, or `post` for a webhook. A message is written
 * each time that it is sent, so a corrected template also corrects messages that wait.
 */
export interface MessageDefinition {
  readonly kind: MessageKind;
  readonly mail?: (message: Message) => Promise<MailContent>;
  /** At most `longestText` characters. When the recipient may have had this text already, the outbox puts that before it. */
  readonly text?: (message: Message) => Promise<string>;
  /** The request to another program, signed now; or the reason why it cannot be sent until a person changes something. */
  readonly post?: (message: Message) => Promise<Post | Undeliverable>;
  /** Whether a written request may go where it was written to. It is called right before the request leaves; false has it written again. */
  readonly mayPost?: (message: Message, written: Post | Undeliverable) => Promise<boolean>;
  /** What messages are about, by their `subject_id`, for lists and links. */
  readonly about?: (subjectIds: readonly string[]) => Promise<ReadonlyMap<string, MessageSubject>>;
  /** A message that has waited for longer than `ms` milliseconds is not sent until a person, who reads `reason`, decides. */
  readonly decideAfter?: { readonly ms: number; readonly reason: string };
  /**
   * Why a message must not go out any more, as a sentence for people: its link is dead, or what it says is no longer true. Undefined while
   * it may go out. It is called before each try and again right before the message leaves. A message that is over expires with the reason.
   */
  readonly whyOver?: (message: Message) => Promise<string | undefined>;
  /** The longest time for which the feature itself postpones a message (`due_at`), in milliseconds. */
  readonly postponedForMs?: number;
  /** Locks the parent of a message before the message is written (the order of locks in `server/database/tables.ts`). */
  readonly lockSubject?: (trx: Trx, subjectId: string, recipient?: string) => Promise<void>;
  /**
   * Called in the transaction that records the result of a try. `message` is the row before the try. `outcome` is what the transport said;
   * undefined when it was not asked.
   */
  readonly onResult?: (trx: Trx, message: Message, result: Result, outcome: Outcome | undefined) => Promise<void>;
  /** Called with the regular maintenance of each server. */
  readonly maintain?: () => Promise<void>;
  /** Called in the transaction that writes a report of the text provider. `at` is the time of the report (ISO-8601). */
  readonly onReport?: (trx: Trx, text: ReportedText, news: TextNews, at: string) => Promise<void>;
}

/** A text that its provider reports on. */
export type ReportedText = Pick<Message, 'kind' | 'channel' | 'subject_id' | 'detail_id' | 'created_at'>;

/** The news in a report: the provider has the text, a telephone has it, or no telephone will get it. */
export type TextNews =
  | { readonly kind: 'sent' }
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      /** For people who look after it. */
      readonly reason: string;
    };

export const defineMessage = (definition: MessageDefinition): MessageDefinition => definition;

export type RegisteredKinds = ReturnType<typeof createKinds>;

/** The kinds of messages that a server knows. Throws when two have one name. */
export function createKinds(definitions: readonly MessageDefinition[]) {
  const byName = new Map<string, MessageDefinition>(definitions.map((definition) => [definition.kind, definition]));
  if (byName.size < definitions.length) throw new Error('Two kinds of messages have the same name');

  return {
    /** The definition of a kind. Throws when no feature of this server registered it; another version of the server may have. */
    of(kind: string): MessageDefinition {
      const definition = byName.get(kind);
      if (!definition) throw new Error(`No feature registered messages of the kind ${kind}`);
      return definition;
    },

    /** The definition of a stored message's kind; `undefined` for a kind that this server does not know. */
    find: (kind: string): MessageDefinition | undefined => byName.get(kind),

    maintain: () => forEach(definitions, async ({ maintain }) => maintain?.()),

    /** The longest that a feature postpones a message, in milliseconds. */
    postponedForMs: Math.max(0, ...definitions.map(({ postponedForMs = 0 }) => postponedForMs)),
  };
}
