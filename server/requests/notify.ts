/** Writes the messages about a request, in the caller's transaction: who is asked, reminded, or told that it was cancelled. */
import { requestTimings, type SmsStatus } from '#contract/agent-request.ts';
import { type Config, operatorAddresses } from '#server/config.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { countTexts, type Delivery, messagesAbout } from '#server/outbox/service.ts';
import type { ShiftPerson } from '#server/people/service.ts';
import { latestPossibleNow } from '#server/skew.ts';
import { hourMs, isoAfter, isoBefore } from '#server/times.ts';
import type { PersonActing } from './actor.ts';
import { hashOfToken, mintLinkId, operatorNameOf, tokenOf } from './links.ts';
import { requestWords } from './messages/words.ts';
import { type AgentRequest, askingKinds } from './store.ts';
import { type AgentLink, insertLink, updateLinks } from './store-links.ts';
import type { RequestMessageKind } from './tables.ts';

interface NotifyOptions {
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly keyed: KeyedHash;
  readonly config: Pick<Config, 'sms' | 'smtp'>;
}

/** The people who are texted, and the reason why others are not. */
export interface Plan {
  readonly smsStatus: SmsStatus;
  readonly texted: readonly ShiftPerson[];
  readonly because?: string;
}

/**
 * Whether the operator is mailed too. `knows`: the operator was mailed before and is not mailed now. A person whose address gets the
 * operator's mail, or got it before, is not mailed a second time.
 */
type OperatorPart = 'mailed' | 'not-mailed' | 'knows';

/** One round of asking people: when a request is stored, when it was given back, or when people came on shift. */
interface Round {
  readonly requestId: string;
  readonly kind: (typeof askingKinds)[number];
  readonly at: Date;
  readonly expiresAt: string;
  readonly people: readonly ShiftPerson[];
  readonly texted: readonly ShiftPerson[];
  readonly operator: OperatorPart;
  /** The id of the link whose owner gave the request away. If the owner is one of the operator's addresses, only the other ones are mailed. */
  readonly gaveAwayLinkId?: string | null;
  /** The links that the request has already. They are used again, because each person has one link to a request. */
  readonly links: readonly AgentLink[];
}

const textedKinds = Object.keys(requestWords) as RequestMessageKind[];

export type Notify = ReturnType<typeof createNotify>;

export function createNotify({ delivery, keyed, config }: NotifyOptions) {
  const newLink = (trx: Trx, of: Pick<AgentLink, 'request_id' | 'name' | 'person_id'>, at: Date) => {
    const id = mintLinkId(keyed);
    return insertLink(trx, { ...of, id, token_hash: hashOfToken(keyed, tokenOf(keyed, id)) }, at.toISOString());
  };
  const addresses = operatorAddresses(config);
  /** The operator's addresses. A message to the first one has an empty recipient; a server without mail stores that one and holds it. */
  const operators = (addresses.length > 0 ? addresses : ['']).map((address, at) => ({
    address: address.toLowerCase(),
    name: operatorNameOf(address, addresses),
    recipient: at === 0 ? '' : address,
  }));
  const isOperators = (mail: string) => operators.some(({ address }) => address === mail.toLowerCase());

  /** How many more texts may be sent now, after those of the last 60 minutes. */
  async function textsAllowed(db: Reader, at: Date): Promise<number> {
    const since = isoBefore(at, hourMs);
    // Alerts have a cap of their own, and links and tests take none of these texts away from requests.
    const sent = await countTexts(db, textedKinds, since, latestPossibleNow(at));
    return Math.max(0, config.sms.perHour - sent);
  }

  /** The same, and locks the count: until the caller's transaction ends, no other transaction can use it. */
  async function textsLeft(trx: Trx, at: Date): Promise<number> {
    await dialectOf(trx).lock(trx, ['texts of the hour']);
    return textsAllowed(trx, at);
  }

  return {
    /** Stores the link of a person who acts at the desk, because every step is taken with a link. */
    writeLink: (trx: Trx, requestId: string, { personId, name }: PersonActing, at: Date): Promise<AgentLink> =>
      newLink(trx, { request_id: requestId, name, person_id: personId }, at),

    /**
     * Decides which of these people are texted. May lock the count of the hour's texts; after that the caller may only add rows.
     *
     * @param to the only one of them, to whom the request was handed off
     */
    async plan(trx: Trx, people: readonly ShiftPerson[], at: Date, to?: ShiftPerson | null): Promise<Plan> {
      if (people.length === 0) return { smsStatus: 'nobody', texted: [], because: 'nobody is on shift' };
      const reachable = people.filter(({ phone }) => phone !== null);
      if (reachable.length === 0) {
        const atDesk = to?.role ? ', and hears of it at the desk' : '';
        const because = to ? `${to.name} has no telephone${atDesk}` : 'nobody with a telephone is on shift';
        return { smsStatus: 'none', texted: [], because };
      }
      if (!delivery.can.sms) return { smsStatus: 'none', texted: reachable, because: 'there is no text provider' };
      const texted = reachable.slice(0, await textsLeft(trx, at));
      if (texted.length === 0) return { smsStatus: 'capped', texted, because: 'the texts of the hour are used up' };
      if (texted.length === reachable.length) return { smsStatus: 'going', texted };
      const because = `the texts of the hour are enough for ${texted.length} of ${reachable.length}`;
      return { smsStatus: 'going', texted, because };
    },

    /**
     * Whether `ask` would ask one of these people now, given that the operator was mailed before: by a mail, by the desk's ringing, or by
     * a text. Without a text provider texts are still stored, so a telephone is enough then. Locks nothing.
     */
    async reaches(db: Reader, people: readonly ShiftPerson[], at: Date): Promise<boolean> {
      if (people.some(({ role, mail }) => role !== null || (mail !== null && !isOperators(mail)))) return true;
      if (people.every(({ phone }) => phone === null)) return false;
      return !delivery.can.sms || (await textsAllowed(db, at)) > 0;
    },

    /**
     * Writes the messages of a round, and the links that are missing. A person who has a link is asked again with it: it works again, and
     * an earlier "not me" does not count any more. Resolves to the people who were asked.
     */
    async ask(trx: Trx, round: Round): Promise<readonly ShiftPerson[]> {
      const { requestId, kind, at, expiresAt, people, texted, operator, gaveAwayLinkId, links } = round;
      const common = { kind, subjectId: requestId, at, expiresAt } as const;
      const asked: ShiftPerson[] = [];
      const gaveAway = links.find(({ id, person_id }) => id === gaveAwayLinkId && person_id === null)?.name;
      const mailed = operator === 'mailed' ? operators.filter(({ name }) => name !== gaveAway) : [];
      const hasMail = (mail: string) =>
        operator === 'knows' ? isOperators(mail) : mailed.some(({ address }) => address === mail.toLowerCase());
      const linkFor = async (name: string, personId: string | null) => {
        const known = links.find((link) => link.person_id === personId && (personId !== null || link.name === name));
        if (!known) return (await newLink(trx, { request_id: requestId, name, person_id: personId }, at)).id;
        await updateLinks(trx, [known.id], { asked_at: at.toISOString(), declined_at: null });
        return known.id;
      };
      for (const person of people) {
        const { id, name, phone, mail } = person;
        const textTo = texted.includes(person) ? phone : null;
        // The operator's own mail reaches this address.
        const mailTo = mail !== null && hasMail(mail) ? null : mail;
        // A person with a staff account is asked without a message, because the desk rings for them. They need a link too.
        if (textTo === null && mailTo === null && person.role === null) continue;
        const linkId = await linkFor(name, id);
        asked.push(person);
        if (textTo !== null) await delivery.enqueueText(trx, { ...common, detailId: linkId, recipient: textTo });
        if (mailTo !== null) await delivery.enqueue(trx, { ...common, detailId: linkId, recipient: mailTo });
      }
      for (const { name, recipient } of mailed) {
        const detailId = await linkFor(name, null);
        await delivery.enqueue(trx, { ...common, detailId, recipient, firstOperatorOnly: true });
      }
      return asked;
    },

    /** Reminds the person who accepted. It goes to where they were asked: by text if one may be sent, else by mail. */
    async remind(trx: Trx, request: AgentRequest, at: Date): Promise<void> {
      const { id, accepted_link_id: linkId, expires_at: expiresAt } = request;
      if (linkId === null) return;
      const asked = (await messagesAbout(trx, id, askingKinds)).filter(({ detail_id }) => detail_id === linkId);
      const to = (wanted: 'sms' | 'mail') => asked.findLast(({ channel }) => channel === wanted)?.recipient;
      const common = { kind: 'request-late', subjectId: id, detailId: linkId, at, expiresAt } as const;
      const [phone, mail] = [to('sms'), to('mail')];
      if (phone !== undefined && delivery.can.sms && (await textsLeft(trx, at)) > 0) {
        await delivery.enqueueText(trx, { ...common, recipient: phone });
      } else if (mail !== undefined) {
        await delivery.enqueue(trx, { ...common, recipient: mail, firstOperatorOnly: true });
      }
    },

    /**
     * Tells of a cancel: mails everybody to whom a mail was sent or tried, and texts the agent who accepted if a text may be sent. Others
     * who were texted get no text, so that nobody is woken; their link says it. A server that starts again more than 15 minutes after the
     * end tells nobody.
     */
    async tellCancelled(
      trx: Trx,
      { id, accepted_link_id: acceptedLink }: Pick<AgentRequest, 'id' | 'accepted_link_id'>,
      at: Date,
      endedAt: Date,
    ): Promise<void> {
      const expiresAt = isoAfter(endedAt, requestTimings.expireAfterMs);
      if (expiresAt <= at.toISOString()) return;
      const common = { kind: 'request-cancelled', subjectId: id, at, expiresAt } as const;
      const asked = await messagesAbout(trx, id, askingKinds);
      // One mail for each address, also when it was asked twice.
      const mails = new Map(
        asked.flatMap(({ channel, attempts, detail_id, recipient }) =>
          detail_id !== null && channel === 'mail' && attempts > 0 ? [[recipient, detail_id] as const] : [],
        ),
      );
      for (const [recipient, linkId] of mails) {
        await delivery.enqueue(trx, { ...common, detailId: linkId, recipient, firstOperatorOnly: true });
      }
      const text = asked.findLast(({ channel, detail_id }) => channel === 'sms' && detail_id === acceptedLink);
      if (acceptedLink === null || !text || !delivery.can.sms) return;
      if ((await textsLeft(trx, at)) === 0) return;
      await delivery.enqueueText(trx, { ...common, detailId: acceptedLink, recipient: text.recipient });
    },
  };
}
