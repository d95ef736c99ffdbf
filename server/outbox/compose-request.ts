/** Writes mails and texts about agent requests from rows. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import type { Mail } from './mail/transport.ts';
import type { Message } from './outbox.ts';
import type { RequestMessageKind } from './tables.ts';
import { type RequestNote, requestKinds, requestMail, requestText } from './templates/request-agent.ts';

/** A message about a request, as far as its content depends on it. */
export type RequestMessage = Pick<Message, 'id' | 'kind' | 'state' | 'subject_id' | 'detail_id' | 'recipient'>;

export interface RequestComposerOptions {
  readonly storage: Storage;
  readonly operator: string;
  /** The whole address of a link, secret included. */
  readonly linkOf: (linkId: string) => string;
}

function kindOf({ kind }: RequestMessage): RequestMessageKind {
  if (kind in requestKinds) return kind as RequestMessageKind;
  throw new Error(`${kind} is not about an agent request`);
}

export function createRequestComposer({ storage, operator, linkOf }: RequestComposerOptions) {
  async function noteOf({ subject_id, detail_id }: RequestMessage): Promise<RequestNote> {
    const row = await storage.db
      .selectFrom('agent_requests')
      .leftJoin('dealerships', 'dealerships.id', 'agent_requests.dealership_id')
      .select([
        'reference',
        'dealership_name',
        'dealer_phone',
        'callback_name',
        'same_named',
        'request_type',
        'agent_requests.created_at',
        'zone',
      ])
      .where('agent_requests.id', '=', subject_id)
      .executeTakeFirstOrThrow();
    return {
      brand,
      reference: row.reference,
      dealershipName: row.dealership_name,
      dealerPhone: row.dealer_phone,
      callbackName: row.callback_name,
      sameNamed: row.same_named,
      requestType: row.request_type,
      createdAt: row.created_at,
      timeZone: row.zone ?? brand.timeZone,
      link: linkOf(detail_id ?? ''),
    };
  }

  return {
    async mail(message: RequestMessage): Promise<Mail> {
      return {
        ...requestMail(kindOf(message), await noteOf(message)),
        id: message.id,
        to: message.recipient || operator,
        autoSubmitted: true,
      };
    },

    /** What a text about a request says. */
    async body(message: RequestMessage): Promise<string> {
      return requestText(kindOf(message), await noteOf(message), { again: message.state === 'unsure' });
    },
  };
}
