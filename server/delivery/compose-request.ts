/** Writes mails and texts about agent requests from rows. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Mail } from './mail/transport.ts';
import type { Message } from './outbox.ts';
import type { Text } from './sms/transport.ts';
import {
  type RequestNote,
  requestCancelledMail,
  requestCancelledText,
  requestMail,
  requestText,
} from './templates/request-agent.ts';

/** A message about a request, as far as its content depends on it. */
export type RequestMessage = Pick<
  Message,
  'id' | 'kind' | 'state' | 'request_id' | 'link_id' | 'recipient' | 'expires_at'
>;

export interface RequestComposerOptions {
  readonly storage: Storage;
  readonly operator: string;
  /** The whole address of a link, secret included. */
  readonly linkOf: (linkId: string) => string;
}

export function createRequestComposer({ storage, operator, linkOf }: RequestComposerOptions) {
  async function noteOf({ request_id, link_id }: RequestMessage): Promise<RequestNote> {
    const row = await storage.db
      .selectFrom('agent_requests')
      .select(['reference', 'dealership_name', 'dealer_phone', 'request_type', 'stored_at'])
      .where('id', '=', request_id ?? '')
      .executeTakeFirstOrThrow();
    return {
      brand,
      reference: row.reference,
      dealershipName: row.dealership_name,
      dealerPhone: row.dealer_phone,
      requestType: row.request_type,
      storedAt: row.stored_at,
      link: linkOf(link_id ?? ''),
    };
  }

  return {
    async mail(message: RequestMessage): Promise<Mail> {
      const note = await noteOf(message);
      const letter = message.kind === 'request-cancelled' ? requestCancelledMail(note) : requestMail(note);
      return { ...letter, id: message.id, to: message.recipient || operator, autoSubmitted: true };
    },

    /** @param callbackUrl where the provider reports on the message of this id */
    async text(message: RequestMessage, callbackUrl: (messageId: string) => string, now: Date): Promise<Text> {
      const leftMs = message.expires_at ? Date.parse(message.expires_at) - now.getTime() : 0;
      const write = message.kind === 'request-cancelled' ? requestCancelledText : requestText;
      return {
        to: message.recipient,
        body: write(await noteOf(message), { again: message.state === 'unsure' }),
        statusCallback: callbackUrl(message.id),
        validForS: Math.max(1, Math.floor(leftMs / 1000)),
      };
    },
  };
}
