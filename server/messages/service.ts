/**
 * The outbox as people work with it, at the desk and by `npm run outbox`: what stands where and why, how a message reads, having
 * it tried again, giving it up. Whoever does something is written into the history of the message and into the audit log.
 */
import type { AuditAction } from '#contract/desk/audit.ts';
import type { MessageFilter } from '#contract/desk/messages.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { RegisteredKinds } from '#server/outbox/message-kind.ts';
import {
  createMailComposer,
  createOverview,
  eventsOfMessage,
  messagesPage,
  type Outboxes,
  type OverviewRow,
  type PageCursor,
  type PersonalMessage,
  withSubjects,
  writeText,
} from '#server/outbox/service.ts';
import type { PersonalChannel } from '#server/outbox/tables.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { readPhone } from '#server/phone.ts';
import { distinct } from '#server/rows.ts';

export { messagesExporter } from './export.ts';

/** How a message reads. A text has neither subject nor HTML. */
export interface Preview {
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
}

/** Who has something done; null for a command. */
type By = string | null;

/** What became of a press: `changed` when the message stands otherwise than it was seen, or cannot be changed so. */
export type PressOutcome = 'done' | 'changed';

export interface MessagesOptions {
  readonly storage: Storage;
  readonly outboxes: Outboxes;
  readonly audit: AuditLog;
  readonly config: Pick<Config, 'smtp'>;
  /** The kinds of messages without any secret (`hiddenLinks`). */
  readonly kinds: RegisteredKinds;
  /** Hears that something is due. */
  readonly wake?: () => void;
}

export interface ListOptions {
  readonly filter?: MessageFilter | undefined;
  readonly channel?: PersonalChannel | undefined;
  /** The beginning of an address or of a telephone number, as it was typed. */
  readonly search?: string | undefined;
  readonly after?: PageCursor | undefined;
  readonly limit: number;
}

export type Messages = ReturnType<typeof createMessages>;

/** What was typed, as addresses and numbers are stored. A number may be without its country and with any signs. */
function storedBeginning(typed: string): string {
  const text = typed.trim().toLowerCase();
  if (!/^[+\d\s().-]+$/.test(text)) return text;
  const whole = readPhone(text)?.number;
  if (whole) return whole;
  const digits = text.replace(/\D/g, '');
  return text.startsWith('+') ? `+${digits}` : `+1${digits}`;
}

export function createMessages({ storage, outboxes, audit, config, kinds, wake = () => {} }: MessagesOptions) {
  const overview = createOverview(storage, kinds);
  const operator = config.smtp?.to ?? '';

  const noteBy =
    (action: AuditAction, by: By) =>
    (trx: Parameters<AuditLog['write']>[0], ids: readonly string[]): Promise<void> =>
      audit.write(trx, { by, action, about: ids.map((id) => ({ kind: 'message', id })) });

  async function whole(id: string): Promise<OverviewRow | undefined> {
    const [found] = /^[0-9a-f-]{36}$/.test(id) ? await overview.find(id) : [];
    return found;
  }

  /** How it would be written now, or why it cannot be, such as when what it is about is gone. The worker would meet the same fault. */
  async function preview(message: PersonalMessage): Promise<Preview | { readonly fault: string }> {
    try {
      if (message.channel === 'sms') {
        return { subject: undefined, text: await writeText(kinds, message), html: undefined };
      }
      const { subject, text, html } = await createMailComposer(kinds, operator)(message);
      return { subject, text, html };
    } catch (error) {
      return { fault: error instanceof Error ? error.message : 'unknown error' };
    }
  }

  return {
    operator,
    unfinished: overview.unfinished,
    find: whole,
    preview,

    /** Why a message that is not done with must not go out any more; undefined while it may. Another try would find the same. */
    whyOver: async (message: PersonalMessage): Promise<string | undefined> =>
      message.state === 'sent' || message.state === 'expired'
        ? undefined
        : kinds.find(message.kind)?.whyOver?.(message),

    async list({ filter, channel, search, after, limit }: ListOptions): Promise<OverviewRow[]> {
      const recipient = search === undefined ? undefined : storedBeginning(search);
      return withSubjects(
        await messagesPage(
          { db: storage.reads, dialect: storage.dialect },
          { filter, channel, recipient, after, limit },
        ),
        kinds,
      );
    },

    /** What happened to a message, oldest first, with the names of people. */
    async history(id: string) {
      const events = await eventsOfMessage(storage.db, id);
      const people = await anybodyByIds(storage.db, distinct(events, 'person_id'));
      return events.map((event) => ({
        ...event,
        by: event.person_id === null ? null : (people.get(event.person_id)?.name ?? event.person_id),
      }));
    },

    /** Starts one message anew and at once. Of two presses at the same moment that saw the same, one does. */
    async retry({ id, channel }: Pick<PersonalMessage, 'id' | 'channel'>, by: By, seenRetriedAt?: string | null) {
      const also = noteBy('message-retried', by);
      const count = await outboxes[channel].retry(id, { by, seenRetriedAt, also });
      if (count > 0) wake();
      return count > 0 ? 'done' : 'changed';
    },

    /** The same for every message that waits or needs a person. Returns how many there were of each channel. */
    async retryAll(by: By): Promise<Record<PersonalChannel, number>> {
      const also = noteBy('messages-retried', by);
      const counts = {
        mail: await outboxes.mail.retry('all', { by, also }),
        sms: await outboxes.sms.retry('all', { by, also }),
      };
      wake();
      return counts;
    },

    /** A message that needs a person is not sent any more. */
    async giveUp({ id, channel }: Pick<PersonalMessage, 'id' | 'channel'>, by: By, seenRetriedAt?: string | null) {
      const also = noteBy('message-given-up', by);
      return (await outboxes[channel].giveUp(id, { by, seenRetriedAt, also })) ? 'done' : 'changed';
    },
  };
}
