/** The message that carries an alert. */
import { type Config, operatorAddresses } from '#server/config.ts';
import type { Reader } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import type { Message } from '#server/outbox/service.ts';
import { isForShift } from './kinds.ts';
import { type AlertNote, type AlertRequest, alertMail, alertText } from './messages/words.ts';
import { operatorRecipients, type Reachable, recipientsOf } from './recipients.ts';
import { getAlert } from './store.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    alert: true;
  }
}

interface AlertMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly requestOf: (requestId: string) => Promise<AlertRequest | undefined>;
  /** Absent for a command beside the server, which sends nothing. */
  readonly config?: Pick<Config, 'smtp' | 'alerts'> | undefined;
  /** The people of the desk, on shift or not. */
  readonly staff: (db: Reader) => Promise<readonly Reachable[]>;
}

/** A mail that goes out longer than this after its alert says that it is late, in milliseconds. Texts have expired by then. */
const lateAfterMs = 15 * 60_000;

/** The kind of message that carries an alert. The alert is the message's subject. */
export function alertMessages(options: AlertMessagesOptions): MessageDefinition[] {
  const { storage, requestOf, now, config, staff } = options;

  /** Alerts are for the operator's recipients of now, and some for the people of the desk too. */
  async function whyOver({ subject_id, recipient }: Message): Promise<string | undefined> {
    if (!config) return undefined;
    const { kind } = await getAlert(storage.db, subject_id);
    const operator = await operatorRecipients(storage.db, config);
    const people = recipientsOf(isForShift(kind) ? await staff(storage.db) : []);
    const known = [operatorAddresses(config), ...Object.values(operator), ...Object.values(people)].flat();
    const isKnown = known.some((one) => one.toLowerCase() === recipient.toLowerCase());
    return isKnown ? undefined : 'Alerts do not go to this recipient any more.';
  }

  async function noteOf(alertId: string): Promise<AlertNote> {
    const alert = await getAlert(storage.db, alertId);
    return {
      kind: alert.kind,
      count: alert.count,
      raisedAt: alert.raised_at,
      isLate: now().getTime() - Date.parse(alert.raised_at) > lateAfterMs,
      request: alert.request_id === null ? undefined : await requestOf(alert.request_id),
    };
  }

  return [
    defineMessage({
      kind: 'alert',
      whyOver,
      mail: async ({ subject_id }) => ({ ...alertMail(await noteOf(subject_id)), autoSubmitted: true }),
      text: async ({ subject_id }) => alertText(await noteOf(subject_id)),
    }),
  ];
}
