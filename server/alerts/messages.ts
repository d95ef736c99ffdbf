/** The message that carries an alert. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { type AlertNote, type AlertRequest, alertMail, alertText } from './messages/words.ts';
import { getAlert } from './store.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    alert: true;
  }
}

interface AlertMessagesOptions {
  readonly storage: Pick<Storage, 'db'>;
  /** Reads the facts of the request that an alert is about. */
  readonly requestOf: (requestId: string) => Promise<AlertRequest | undefined>;
  readonly now: () => Date;
}

/** A mail that goes out longer than this after its alert says that it is late, in milliseconds. Texts have expired by then. */
const lateAfterMs = 15 * 60_000;

/** The kind of message that carries an alert. The alert is the message's subject. */
export function alertMessages({ storage, requestOf, now }: AlertMessagesOptions): MessageDefinition[] {
  async function noteOf(alertId: string): Promise<AlertNote> {
    const alert = await getAlert(storage.db, alertId);
    return {
      brand,
      timeZone: brand.timeZone,
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
      mail: async ({ subject_id }) => ({ ...alertMail(await noteOf(subject_id)), autoSubmitted: true }),
      text: async ({ subject_id }, options) => alertText(await noteOf(subject_id), options),
    }),
  ];
}
