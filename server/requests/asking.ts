/** Asks people to take a request, by text and by mail, in the caller's transaction. */
import type { Transaction } from 'kysely';
import type { SmsStatus } from '#contract/agent-request.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { Delivery } from '#server/outbox/service.ts';
import type { ShiftPerson } from '#server/people/service.ts';
import { textsLeft } from './hourly-cap.ts';
import { hashOfToken, tokenOf } from './links.ts';
import { type AgentLink, type askingKinds, insertLink } from './store.ts';

export interface AskingOptions {
  readonly storage: Storage;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly keyed: KeyedHash;
  readonly config: Pick<Config, 'sms' | 'smtp'>;
  /** The operator's name on the link of the operator's mail. */
  readonly operatorName: string;
}

/** Who is texted, and why somebody with a telephone is not. */
export interface Plan {
  readonly smsStatus: SmsStatus;
  readonly texted: readonly ShiftPerson[];
  readonly because?: string;
}

/** One round of asking: the first one, or another after the request was handed back. */
export interface Round {
  readonly requestId: string;
  readonly kind: (typeof askingKinds)[number];
  readonly at: Date;
  readonly expiresAt: string;
  readonly people: readonly ShiftPerson[];
  readonly texted: readonly ShiftPerson[];
  /** Whether the operator is mailed too. */
  readonly operator: boolean;
  /** The links of those who were asked before: each person has one, whatever is sent. */
  readonly links: readonly AgentLink[];
}

export type Asking = ReturnType<typeof createAsking>;

export function createAsking({ storage, delivery, keyed, config, operatorName }: AskingOptions) {
  const hashOf = (linkId: string) => hashOfToken(keyed, tokenOf(keyed, linkId));

  return {
    /** Who of these people is texted. Takes the key of the hour's texts: what comes after it only adds rows. */
    async plan(trx: Transaction<Tables>, people: readonly ShiftPerson[], at: Date): Promise<Plan> {
      if (people.length === 0) return { smsStatus: 'nobody', texted: [], because: 'nobody is on shift' };
      const reachable = people.filter(({ phone }) => phone !== null);
      if (reachable.length === 0)
        return { smsStatus: 'none', texted: [], because: 'nobody with a telephone is on shift' };
      if (!delivery.can.sms) return { smsStatus: 'none', texted: reachable, because: 'there is no text provider' };
      const texted = reachable.slice(0, await textsLeft(storage, trx, config.sms, at));
      if (texted.length === 0) return { smsStatus: 'capped', texted, because: 'the texts of the hour are used up' };
      if (texted.length === reachable.length) return { smsStatus: 'going', texted };
      const because = `the texts of the hour are enough for ${texted.length} of ${reachable.length}`;
      return { smsStatus: 'going', texted, because };
    },

    /** Writes the links that are missing, and the messages of a round. */
    async send(trx: Transaction<Tables>, round: Round): Promise<void> {
      const { requestId, kind, at, expiresAt, people, texted, operator, links } = round;
      const common = { kind, subjectId: requestId, at, expiresAt } as const;
      const operators = config.smtp ? [config.smtp.to, ...config.smtp.also].map((each) => each.toLowerCase()) : [];
      const linkFor = async (name: string, personId: string | null) =>
        links.find(({ person_id }) => person_id === personId)?.id ??
        insertLink(trx, { request_id: requestId, name, person_id: personId }, hashOf, at.toISOString());
      for (const person of people) {
        const { id, name, phone, mail } = person;
        const textTo = texted.includes(person) ? phone : null;
        // The operator gets a mail anyway.
        const isOperator = mail !== null && operators.includes(mail.toLowerCase());
        const mailTo = operator && isOperator ? null : mail;
        if (textTo === null && mailTo === null) continue;
        const linkId = await linkFor(name, id);
        if (textTo !== null) await delivery.enqueueText(trx, { ...common, detailId: linkId, recipient: textTo });
        if (mailTo !== null) await delivery.enqueue(trx, { ...common, detailId: linkId, recipient: mailTo });
      }
      if (!operator) return;
      await delivery.enqueue(trx, { ...common, detailId: await linkFor(operatorName, null), recipient: '' });
    },
  };
}
