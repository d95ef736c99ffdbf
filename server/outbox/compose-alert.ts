/** Writes alerts from rows. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import type { Mail } from './mail/transport.ts';
import type { Message } from './outbox.ts';
import type { Text } from './sms/transport.ts';
import { type AlertNote, alertMail, alertText } from './templates/alert.ts';

type AlertMessage = Pick<Message, 'id' | 'state' | 'subject_id' | 'recipient'>;

export function createAlertComposer({ storage, operator }: { readonly storage: Storage; readonly operator: string }) {
  async function noteOf({ subject_id }: AlertMessage): Promise<AlertNote> {
    const alert = await storage.db
      .selectFrom('alerts')
      .select(['kind', 'count', 'request_id', 'raised_at'])
      .where('id', '=', subject_id)
      .executeTakeFirstOrThrow();
    const request = await storage.db
      .selectFrom('agent_requests')
      .leftJoin('dealerships', 'dealerships.id', 'agent_requests.dealership_id')
      .select(['reference', 'dealership_name', 'dealer_phone', 'request_type', 'agent_requests.created_at', 'zone'])
      .where('agent_requests.id', '=', alert.request_id ?? '')
      .executeTakeFirst();
    return {
      brand,
      timeZone: brand.timeZone,
      kind: alert.kind,
      count: alert.count,
      raisedAt: alert.raised_at,
      request: request && {
        reference: request.reference,
        dealershipName: request.dealership_name,
        dealerPhone: request.dealer_phone,
        requestType: request.request_type,
        createdAt: request.created_at,
        timeZone: request.zone ?? brand.timeZone,
      },
    };
  }

  return {
    async mail(message: AlertMessage): Promise<Mail> {
      const letter = alertMail(await noteOf(message));
      return { ...letter, id: message.id, to: message.recipient || operator, autoSubmitted: true };
    },

    /** What a text of an alert says. */
    body: async (message: AlertMessage): Promise<Text['body']> =>
      alertText(await noteOf(message), { again: message.state === 'unsure' }),
  };
}
