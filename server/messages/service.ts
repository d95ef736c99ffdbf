/**
 * The outbox for people, at the desk and in `npm run outbox`: the state of each message and its reason, its content, trying it
 * again, giving it up. Each action is written into the history of the message and into the audit log.
 */
import { plainDigits } from '#contract/clean-text.ts';
import type { AuditAction } from '#contract/desk/audit.ts';
import { idPattern } from '#contract/reference.ts';
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
  type PageOptions,
  type PersonalMessage,
  withSubjects,
  writeText,
} from '#server/outbox/service.ts';
import type { PersonalChannel } from '#server/outbox/tables.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { readPhone, withoutUnseen } from '#server/phone.ts';
import { distinct } from '#server/rows.ts';

export { messagesExporter } from './export.ts';

/** The content of a message. A text has neither subject nor HTML. */
interface Preview {
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
}

/** The acting person; null for a command. */
type By = string | null;

/** The result of a press. `changed`: the message has changed since it was seen, or cannot be changed that way. */
export type PressOutcome = 'done' | 'changed';

interface MessagesOptions {
  readonly storage: Storage;
  readonly outboxes: Outboxes;
  readonly audit: AuditLog;
  readonly config: Pick<Config, 'smtp'>;
  /** The kinds of messages with every secret hidden (`hiddenLinks`). */
  readonly kinds: RegisteredKinds;
  /** Called when something is due. */
  readonly wake?: () => void;
}

interface ListOptions extends Omit<PageOptions, 'recipient'> {
  /** The beginning of an address or of a telephone number, as typed. */
  readonly search?: string | undefined;
}

export type Messages = ReturnType<typeof createMessages>;

/**
 * Converts typed text to the form of stored addresses and numbers. A number may lack its country code, and contain any separators and
 * invisible marks, as numbers have that are copied from a list of contacts.
 */
function storedBeginning(typed: string): string {
  const text = withoutUnseen(plainDigits(typed).normalize('NFKC')).replace(/\p{C}/gu, ' ').trim().toLowerCase();
  if (!/^[+\d\s()./\p{Pd}−]+$/u.test(text)) return text;
  // No American area code begins with the country's 1.
  const number = text.startsWith('+') ? text : text.replace(/^\D*1/, '');
  const digits = number.replace(/\D/g, '');
  return readPhone(number)?.number ?? (text.startsWith('+') ? `+${digits}` : `+1${digits}`);
}

export function createMessages({ storage, outboxes, audit, config, kinds, wake = () => {} }: MessagesOptions) {
  const overview = createOverview(storage, kinds);
  const operator = config.smtp?.to ?? '';

  const noteBy =
    (action: AuditAction, by: By) =>
    (trx: Parameters<AuditLog['write']>[0], ids: readonly string[]): Promise<void> =>
      audit.write(trx, { by, action, about: ids.map((id) => ({ kind: 'message', id })) });

  async function whole(id: string): Promise<OverviewRow | undefined> {
    const [found] = idPattern.test(id) ? await overview.find(id, 1) : [];
    return found;
  }

  /**
   * Writes a message as it would be sent now, or says why it cannot be written, for example because its subject is gone. The worker
   * would meet the same fault.
   */
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

    /** Why an unfinished message must not be sent any more; undefined while it may. Another try would end in the same way. */
    whyOver: async (message: PersonalMessage): Promise<string | undefined> =>
      message.state === 'sent' || message.state === 'expired'
        ? undefined
        : kinds.find(message.kind)?.whyOver?.(message),

    async list({ filter, channel, search, after, limit }: ListOptions): Promise<OverviewRow[]> {
      const recipient = search === undefined ? undefined : storedBeginning(search);
      return withSubjects(await messagesPage(storage.reads, { filter, channel, recipient, after, limit }), kinds);
    },

    /** The events of a message, oldest first, with the names of people. */
    async history(id: string) {
      const events = await eventsOfMessage(storage.db, id);
      const nameOf = await namesOfPeople(storage.db, distinct(events, 'person_id'));
      return events.map((event) => ({ ...event, by: nameOf(event.person_id) ?? event.person_id }));
    },

    /** Tries one message again at once. When two people who saw the same state press at the same moment, only one press counts. */
    async retry({ id, channel }: Pick<PersonalMessage, 'id' | 'channel'>, by: By, seenRetriedAt?: string | null) {
      const also = noteBy('message-retried', by);
      const count = await outboxes[channel].retry(id, { by, seenRetriedAt, also });
      if (count > 0) wake();
      return count > 0 ? 'done' : 'changed';
    },

    /**
     * Tries every message again that waits or needs attention. Returns their number by channel.
     *
     * @param seenAt when the person saw the list. What was retried, failed or became unsure since stays as it is
     */
    async retryAll(by: By, seenAt?: string): Promise<Record<PersonalChannel, number>> {
      const also = noteBy('messages-retried', by);
      const counts = {
        mail: await outboxes.mail.retry('all', { by, seenAt, also }),
        sms: await outboxes.sms.retry('all', { by, seenAt, also }),
      };
      wake();
      return counts;
    },

    /** Gives up a message that needs a person: it is not sent any more. */
    async giveUp({ id, channel }: Pick<PersonalMessage, 'id' | 'channel'>, by: By, seenRetriedAt?: string | null) {
      const also = noteBy('message-given-up', by);
      return (await outboxes[channel].giveUp(id, { by, seenRetriedAt, also })) ? 'done' : 'changed';
    },
  };
}
