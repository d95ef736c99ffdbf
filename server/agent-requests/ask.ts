/** Stores a request with everything it causes, in the caller's transaction. */
import type { Transaction } from 'kysely';
import { type RequestType, requestTimings, type Texting } from '#contract/agent-request.ts';
import { referenceOf } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Config } from '#server/config.ts';
import type { StoredDealership } from '#server/dealerships/service.ts';
import type { Delivery } from '#server/delivery/service.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { PortalSession } from '#server/portal/service.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Tables } from '#server/storage/schema.ts';
import { textsLeft } from './hourly-cap.ts';
import { hashOfToken, tokenOf } from './links.ts';
import { insertLink, insertRequest, peopleOnShift, record, type ShiftPerson } from './store.ts';

/** What a dealership asks for, checked. */
export interface Asked {
  readonly id: string;
  readonly session: PortalSession;
  readonly dealership: StoredDealership;
  /** How many dealerships it may be from, when the name that was sent is not that of one alone. */
  readonly sameNamed: number | null;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
  readonly callbackName: string | null;
  readonly anydesk: string | null;
  readonly fingerprint: string;
}

export interface AskOptions {
  readonly storage: Storage;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly keyed: KeyedHash;
  readonly config: Pick<Config, 'sms' | 'smtp'>;
  /** The operator's name on the link of the operator's mail. */
  readonly operatorName: string;
}

/** Who is texted, and why somebody with a telephone is not. */
interface Plan {
  readonly texting: Texting;
  readonly texted: readonly ShiftPerson[];
  readonly because?: string;
}

export function createAsk({ storage, delivery, keyed, config, operatorName }: AskOptions) {
  async function planTexts(trx: Transaction<Tables>, people: readonly ShiftPerson[], at: Date): Promise<Plan> {
    if (people.length === 0) return { texting: 'nobody', texted: [], because: 'nobody is on shift' };
    const reachable = people.filter(({ phone }) => phone !== null);
    if (reachable.length === 0) return { texting: 'none', texted: [], because: 'nobody with a telephone is on shift' };
    if (!delivery.can.sms) return { texting: 'none', texted: reachable, because: 'there is no text provider' };
    const texted = reachable.slice(0, await textsLeft(storage, trx, config.sms, at));
    if (texted.length === 0) return { texting: 'capped', texted, because: 'the texts of the hour are used up' };
    if (texted.length === reachable.length) return { texting: 'going', texted };
    const because = `the texts of the hour are enough for ${texted.length} of ${reachable.length}`;
    return { texting: 'going', texted, because };
  }

  return async function ask(trx: Transaction<Tables>, asked: Asked, at: Date): Promise<void> {
    const { id, session, dealership, sameNamed, requestType, additionalInfo, callbackName, anydesk } = asked;
    const storedAt = at.toISOString();
    const expiresAt = new Date(at.getTime() + requestTimings.expireAfterMs).toISOString();
    const people = await peopleOnShift(trx);
    const { texting, texted, because } = await planTexts(trx, people, at);
    await insertRequest(trx, {
      id,
      reference: referenceOf(id),
      session_id: session.id,
      code_id: session.codeId,
      dealership_id: dealership.id,
      dealership_name: dealership.name,
      // Of two of one name nobody knows whose number it would be.
      dealer_phone: sameNamed === null ? dealership.phone : null,
      same_named: sameNamed,
      request_type: requestType,
      additional_info: additionalInfo,
      callback_name: callbackName,
      anydesk,
      fingerprint: asked.fingerprint,
      texting,
      stored_at: storedAt,
      expires_at: expiresAt,
    });
    if (anydesk !== null) await record(trx, id, { kind: 'anydesk', at: storedAt });
    if (people.length === 0) await raiseAlert(trx, { kind: 'request-into-empty-shift', requestId: id, at });
    if (because) await record(trx, id, { kind: 'not-texted', at: storedAt, detail: because });

    const hashOf = (linkId: string) => hashOfToken(keyed, tokenOf(keyed, linkId));
    const common = { kind: 'request-agent', requestId: id, at, expiresAt } as const;
    for (const person of people) {
      const { name, phone, mail } = person;
      const textTo = texted.includes(person) ? phone : null;
      // The operator gets a mail anyway.
      const mailTo = mail?.toLowerCase() === config.smtp?.to.toLowerCase() ? null : mail;
      if (textTo === null && mailTo === null) continue;
      const linkId = await insertLink(trx, id, name, hashOf, storedAt);
      if (textTo !== null) await delivery.enqueueText(trx, { ...common, linkId, recipient: textTo });
      if (mailTo !== null) await delivery.enqueue(trx, { ...common, linkId, recipient: mailTo });
    }
    const linkId = await insertLink(trx, id, operatorName, hashOf, storedAt);
    await delivery.enqueue(trx, { ...common, linkId, recipient: '' });
  };
}
