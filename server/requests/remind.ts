/** Reminds whoever accepted a request and is not connected, in the caller's transaction. */
import type { Transaction } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { type Delivery, messagesAbout } from '#server/outbox/service.ts';
import { textsLeft } from './hourly-cap.ts';
import { type AgentRequest, askingKinds } from './store.ts';

export interface RemindOptions {
  readonly storage: Pick<Storage, 'dialect'>;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly config: Pick<Config, 'sms'>;
}

/** How somebody is reminded; `none` when no text may go and no mail is known. */
export type Reminded = 'sms' | 'mail' | 'none';

export function createRemind({ storage, delivery, config }: RemindOptions) {
  /** Writes one text where one can go, and a mail otherwise, to where that person was asked. */
  return async function remind(trx: Transaction<Tables>, request: AgentRequest, at: Date): Promise<Reminded> {
    const { id, accepted_link_id: linkId, expires_at: expiresAt } = request;
    if (linkId === null) return 'none';
    const asked = (await messagesAbout(trx, id, askingKinds)).filter(({ detail_id }) => detail_id === linkId);
    const to = (wanted: 'sms' | 'mail') => {
      const recipients = asked.filter(({ channel }) => channel === wanted).map(({ recipient }) => recipient);
      // The operator, whose further addresses have rows of their own.
      return recipients.includes('') ? '' : recipients.at(-1);
    };
    const common = { kind: 'request-late', subjectId: id, detailId: linkId, at, expiresAt } as const;
    const [phone, mail] = [to('sms'), to('mail')];
    if (phone !== undefined && delivery.can.sms && (await textsLeft(storage, trx, config.sms, at)) > 0) {
      await delivery.enqueueText(trx, { ...common, recipient: phone });
      return 'sms';
    }
    if (mail === undefined) return 'none';
    await delivery.enqueue(trx, { ...common, recipient: mail });
    return 'mail';
  };
}
