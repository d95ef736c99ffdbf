/**
 * Links that bring a dealership its access code (docs/decisions/0064). Opening one changes nothing. A press makes the code, uses
 * the link up, and lets the dealership's earlier codes end after a grace.
 *
 * The code is computed from the link, the server's key and a key that the pressing browser made. So it is not stored, and the same
 * browser can still get it again for a while, in case the first answer was lost.
 */
import { brand } from '#brand/brand.ts';
import { accessCodeLength } from '#contract/access-code.ts';
import { codeLinkPagePath, codeLinkTimes } from '#contract/code-link.ts';
import type { CodeLinkView, MadeCode } from '#contract/code-link-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import {
  changeCodes,
  contactsWithConsent,
  findWhole,
  hasAgreement,
  lockDealership,
  noteEvent,
} from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { addressKey } from '#server/http/limits.ts';
import { createTries, type TryOutcome } from '#server/http/tries.ts';
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';
import { type Delivery, endMessages } from '#server/outbox/service.ts';
import { readPhone } from '#server/phone.ts';
import { idsOf } from '#server/rows.ts';
import { showCode, symbolsOf } from '#server/secret-symbols.ts';
import { isStale } from '#server/stale-press.ts';
import { hourMs, isoAfter } from '#server/times.ts';
import type { CodesOptions } from './codes.ts';
import { isOpen, mayHaveCode } from './dead-link.ts';
import { findCode, isCodeValid, replaceCodesOf, revokeCodesOf, storeCode } from './store.ts';
import {
  type CodeLink,
  endLink,
  findLink,
  findLinkByToken,
  insertLink,
  newestLink,
  openLinksOf,
  spendLink,
  writeCodeOfLink,
} from './store-links.ts';

/** The whole address of a link. */
export const codeLinkUrlOf = (keyed: KeyedHash, publicUrl: string, linkId: string): string =>
  `${publicUrl}${codeLinkPagePath}#${keyed.of('code-link', linkId)}`;

/** The time zone in which a dealership reads times. */
const zoneOf = ({ zone }: { readonly zone: string | null }): string => zone ?? brand.timeZone;

/** Ends the unused links of a dealership, and their unsent messages. Resolves to the ids of these links. */
async function endOpenLinks(trx: Trx, dealershipId: string, at: Iso): Promise<string[]> {
  const open = await openLinksOf(trx, [dealershipId], at);
  for (const { id } of open) {
    await endLink(trx, id, at);
    await endMessages(trx, id, at);
  }
  return idsOf(open);
}

/** Ends all that gives a dealership access of its own: its codes with their sessions, and its links. */
export async function endAccess(trx: Trx, dealershipId: string, at: Iso, why: 'closed' | 'removed'): Promise<void> {
  await revokeCodesOf(trx, dealershipId, at, why === 'closed');
  await endOpenLinks(trx, dealershipId, at);
}

/** Whether the links of a dealership are those that a sender saw. Unless it is said, whatever link stands was seen. */
async function areLinksSeen(trx: Trx, dealershipId: string, { link, newest }: SeenLinks, at: Iso): Promise<boolean> {
  const open = link === undefined ? [] : await openLinksOf(trx, [dealershipId], at);
  if (open.length > 1 || isStale(link, open[0]?.id ?? null)) return false;
  return newest === undefined || newest === ((await newestLink(trx, dealershipId))?.id ?? null);
}

type SendRefusal = 'notFound' | 'isClosed' | 'noAgreement' | 'noSuchContact' | 'noWay' | 'noMail';
type SendOutcome = 'sent' | 'changed' | SendRefusal;
type WithdrawOutcome = 'withdrawn' | 'changed' | 'notFound';

interface SeenLinks {
  /** The open link that the sender saw, which this one replaces; null for none. Without it, whatever link is open is replaced. */
  readonly link?: string | null | undefined;
  /** The newest link that the sender saw, used or ended or not; null for none. */
  readonly newest?: string | null | undefined;
}

/** The contact to whom a link is sent, and the grace of the earlier codes. */
interface Sending {
  readonly contactId: string;
  /** How long the earlier code is valid after the press. */
  readonly graceHours: number;
  /** The addresses that the sender saw; without them the contact is taken as it stands. */
  readonly seen?: (SeenLinks & { readonly mail: string | null; readonly phone: string | null }) | undefined;
}

interface CodeLinksOptions extends CodesOptions, Pick<Environment, 'clockMs'> {
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText' | 'wake'>;
}

export function createCodeLinks({ storage, keyed, audit, delivery, now, clockMs }: CodeLinksOptions) {
  const { db } = storage;
  const tries = createTries({ clockMs, onlyWrongOnesWait: true });
  const hashOf = (token: string) => keyed.of('code-link-token', token);

  /** Tries a link from a network address. Each try of a link that does not work makes the address wait longer. */
  const attempt = <T>(address: string, work: () => Promise<T | undefined>): Promise<TryOutcome<T>> =>
    tries.attempt(keyed.of('address', addressKey(address)), work);

  /** The code of a link and a browser's key: 60 bits of an HMAC, so nobody computes it without all three. */
  const codeOf = (linkId: string, key: string) =>
    symbolsOf(Buffer.from(keyed.of('code-of-link', `${linkId} ${key}`), 'base64url').subarray(0, accessCodeLength));

  const answerOf = (
    dealership: { name: string; zone: string | null },
    code: string,
    link: Pick<CodeLink, 'earlier_holds_until'>,
  ): MadeCode => ({
    dealershipName: dealership.name,
    code: showCode(code),
    earlierHoldsUntil: link.earlier_holds_until,
    timeZone: zoneOf(dealership),
  });

  /** The code again, for the browser that made it, while its answer may have been lost. */
  async function again(trx: Trx, link: CodeLink, key: string, at: Date): Promise<MadeCode | undefined> {
    const until = Date.parse(link.used_at ?? '') + codeLinkTimes.askAgainForMs;
    if (link.claim_hash === null || !isSame(link.claim_hash, keyed.of('code-link-claim', key))) return undefined;
    if (!(at.getTime() < until) || link.code_id === null) return undefined;
    const code = await findCode(trx, 'id', link.code_id);
    const dealership = await findWhole(trx, link.dealership_id);
    if (!code || !isCodeValid(code, at.toISOString()) || !dealership) return undefined;
    return answerOf(dealership, codeOf(link.id, key), link);
  }

  async function press(trx: Trx, link: CodeLink, key: string): Promise<MadeCode | undefined> {
    const atDate = now();
    const at = atDate.toISOString();
    if (link.used_at !== null) return again(trx, link, key, atDate);
    // The dealership's history is written below. A dealership is locked before its links.
    const dealership = await lockDealership(trx, link.dealership_id);
    if (!isOpen(link, atDate) || !dealership || !mayHaveCode(dealership, atDate)) return undefined;
    const endsAt = isoAfter(atDate, link.grace_hours * hourMs);
    if (!(await spendLink(trx, link.id, at, keyed.of('code-link-claim', key)))) return undefined;
    const earlier_holds_until = await replaceCodesOf(trx, dealership.id, at, endsAt);
    const code = codeOf(link.id, key);
    const facts = { dealership_id: dealership.id, created_at: at, expires_at: null };
    const { id, number } = await storeCode(trx, keyed.of('access-code', code), facts);
    await writeCodeOfLink(trx, link.id, { code_id: id, earlier_holds_until });
    await endMessages(trx, link.id, at);
    await noteEvent(trx, dealership.id, { kind: 'code-made', byId: null, at, detail: [String(number)] });
    const about = [{ kind: 'code', id } as const, { kind: 'dealership', id: dealership.id } as const];
    await audit.write(trx, { by: null, action: 'code-made', about, detail: { number, byLink: true } });
    return answerOf(dealership, code, { earlier_holds_until });
  }

  return {
    /**
     * Sends a contact the link to a new code: by mail, and by text where consent to texts stands for their number. Every earlier
     * link of the dealership ends. `changed`: the contact has other addresses than the sender saw, or another link was sent or
     * used since, and nothing was sent.
     */
    async send(
      byId: string | null,
      dealershipId: string,
      { contactId, graceHours, seen }: Sending,
    ): Promise<SendOutcome> {
      const outcome = await changeCodes(storage, async (trx): Promise<SendOutcome> => {
        const atDate = now();
        const at = atDate.toISOString();
        // The contact stays as it is until the link is stored: neither edited nor erased.
        const dealership = await lockDealership(trx, dealershipId);
        if (!dealership) return 'notFound';
        if (dealership.closed_at !== null) return 'isClosed';
        if (!hasAgreement(dealership, atDate)) return 'noAgreement';
        const contact = (await contactsWithConsent(trx, dealershipId)).find(({ id }) => id === contactId);
        if (!contact) return 'noSuchContact';
        if (seen && (seen.mail !== contact.mail || seen.phone !== contact.phone)) return 'changed';
        if (seen && !(await areLinksSeen(trx, dealershipId, seen, at))) return 'changed';
        const phone = contact.consent?.holds ? (readPhone(contact.phone ?? '')?.number ?? null) : null;
        if (contact.mail === null && phone === null) return 'noWay';
        const mail = delivery.can.mail ? contact.mail : null;
        const text = delivery.can.sms ? phone : null;
        if (mail === null && text === null) return 'noMail';
        await endOpenLinks(trx, dealershipId, at);
        const id = mintId();
        const expiresAt = isoAfter(atDate, codeLinkTimes.linkForMs);
        await insertLink(trx, {
          id,
          token_hash: hashOf(keyed.of('code-link', id)),
          dealership_id: dealershipId,
          contact_name: contact.name,
          mail,
          phone: text,
          by_id: byId,
          grace_hours: graceHours,
          created_at: at,
          expires_at: expiresAt,
        });
        const message = { kind: 'code-link', subjectId: id, at: atDate, expiresAt } as const;
        if (mail !== null) await delivery.enqueue(trx, { ...message, recipient: mail });
        if (text !== null) await delivery.enqueueText(trx, { ...message, recipient: text });
        await noteEvent(trx, dealershipId, { kind: 'link-sent', byId, at, detail: [contact.id] });
        await audit.write(trx, {
          by: byId,
          action: 'code-link-sent',
          about: [{ kind: 'dealership', id: dealershipId }],
          detail: { link: id, mail: mail !== null, text: text !== null, graceHours },
        });
        return 'sent';
      });
      if (outcome === 'sent') delivery.wake();
      return outcome;
    },

    /**
     * Ends the unused links of a dealership. `changed`: the link that the sender saw was used or is not the only one, and nothing ended.
     *
     * @param seenId the link that the sender saw; without it, any unused link ends
     */
    withdraw: (byId: string | null, dealershipId: string, seenId?: string): Promise<WithdrawOutcome> =>
      changeCodes(storage, async (trx) => {
        if (!(await lockDealership(trx, dealershipId))) return 'notFound';
        const at = now().toISOString();
        if (seenId !== undefined) {
          const seen = await findLink(trx, seenId);
          const others = (await openLinksOf(trx, [dealershipId], at)).filter(({ id }) => id !== seenId);
          if (!seen || seen.dealership_id !== dealershipId || seen.used_at !== null || others.length > 0)
            return 'changed';
        }
        const ended = await endOpenLinks(trx, dealershipId, at);
        if (ended.length === 0) return 'withdrawn';
        await noteEvent(trx, dealershipId, { kind: 'link-withdrawn', byId, at });
        const about = [{ kind: 'dealership', id: dealershipId } as const];
        await audit.write(trx, { by: byId, action: 'code-link-withdrawn', about, detail: { links: ended } });
        return 'withdrawn';
      }),

    /** Shows what a link is for, without using it. `wrong` when the link does not work. */
    look: (token: string, address: string): Promise<TryOutcome<CodeLinkView>> =>
      attempt(address, async () => {
        const atDate = now();
        const at = atDate.toISOString();
        const link = await findLinkByToken(db, hashOf(token));
        const dealership = link && (await findWhole(db, link.dealership_id));
        if (!link || !dealership || !mayHaveCode(dealership, atDate) || !isOpen(link, atDate)) return undefined;
        return {
          dealershipName: dealership.name,
          expiresAt: link.expires_at,
          timeZone: zoneOf(dealership),
          graceHours: link.grace_hours,
          serverNow: at,
        };
      }),

    /** Makes the code of a link, once. */
    make: (token: string, key: string, address: string): Promise<TryOutcome<MadeCode>> =>
      attempt(address, async () => {
        const found = await findLinkByToken(db, hashOf(token));
        if (!found) return undefined;
        return changeCodes(storage, async (trx) => {
          const link = await findLinkByToken(trx, hashOf(token));
          return link && press(trx, link, key);
        });
      }),
  };
}
