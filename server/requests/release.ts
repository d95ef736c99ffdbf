/**
 * Takes a request from its agent and asks others: everybody, or one person first. If that person does not take it, everybody else is
 * asked, so that no request is forgotten.
 */
import { requestTimings } from '#contract/agent-request.ts';
import type { HandOffBody } from '#contract/desk/record-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Trx } from '#server/database/open.ts';
import { endMessages } from '#server/outbox/service.ts';
import { peopleOnShift, type ShiftPerson } from '#server/people/service.ts';
import { isoAfter } from '#server/times.ts';
import { isOf, isOpen, releasedPatch, talkedUntil } from './conditions.ts';
import { publicNameOf } from './links.ts';
import type { Notify } from './notify.ts';
import { findRequest, inRound, type NewRequestEvent, record, setSmsStatus, writeSearch } from './store.ts';
import { insertHandOff } from './store-deals.ts';
import { type AgentLink, hasDeclined, linksOf, updateLinks } from './store-links.ts';

/** What one finance manager tells the next one, checked and masked. `to` is null for everybody. */
export type HandOffInput = Omit<HandOffBody, 'to'> & { readonly to: ShiftPerson | null };

/** The people who are asked in another round. */
interface Again {
  readonly people: readonly ShiftPerson[];
  /** The only one of them, to whom the request was handed off. */
  readonly to?: ShiftPerson | null;
  /** The id of the link of the agent who gave the request away and is not asked; null when nobody did. */
  readonly gaveAwayLinkId: string | null;
  /** Whether the operator is mailed too, at each address except that of `gaveAwayLinkId`. */
  readonly operator: 'mailed' | 'not-mailed';
  readonly expiresAt: string;
}

export type Release = ReturnType<typeof createRelease>;

export function createRelease(notify: Pick<Notify, 'plan' | 'ask'>) {
  async function sayNobodyIsLeft(trx: Trx, id: string, at: Date, detail?: string): Promise<void> {
    const time = at.toISOString();
    await record(trx, id, { kind: 'nobody-left', at: time, detail }, { nobody_left_at: time });
    await raiseAlert(trx, { kind: 'nobody-left', requestId: id, about: `${id} ${time}`, at });
  }

  /** @param at not before the beginning of the round (`inRound`) */
  async function askAgain(trx: Trx, id: string, at: Date, again: Again): Promise<void> {
    const { people, to, gaveAwayLinkId, operator, expiresAt } = again;
    const time = at.toISOString();
    const { smsStatus, texted, because } = await notify.plan(trx, people, at, to);
    if (because) await record(trx, id, { kind: 'not-texted', at: time, detail: because }, { sms_status: smsStatus });
    else await setSmsStatus(trx, id, smsStatus);
    const round = { requestId: id, kind: 'request-again', at, expiresAt, people, texted } as const;
    await notify.ask(trx, { ...round, operator, gaveAwayLinkId, links: await linksOf(trx, id) });
  }

  /**
   * Takes a request from the agent with this link, and asks the others, or one of them first. False when that agent does not have it. The
   * caller has locked the request (`lockRequest`).
   *
   * @param to the person who is asked first; null for everybody else on shift
   * @param by what `handed_back_by` becomes
   */
  async function release(
    trx: Trx,
    id: string,
    link: AgentLink,
    at: Date,
    event: Omit<NewRequestEvent, 'at'>,
    { to = null, by = publicNameOf(link) }: { readonly to?: ShiftPerson | null; readonly by?: string | null } = {},
  ): Promise<boolean> {
    const time = at.toISOString();
    const expiresAt = isoAfter(at, requestTimings.expireAfterMs);
    const handed = { handed_back_at: time, handed_back_by: by, expires_at: expiresAt };
    const before = await findRequest(trx, id);
    const talked_ms = before && talkedUntil(before, time);
    const patch = { ...releasedPatch, ...handed, talked_ms, waits_for_id: to?.id ?? null, waits_for: to?.name ?? null };
    if (!(await record(trx, id, { ...event, at: time }, patch, isOf(link)))) return false;
    await endMessages(trx, id, time);
    const people = to ? [to] : (await peopleOnShift(trx)).filter(({ id: personId }) => personId !== link.person_id);
    await updateLinks(trx, [link.id], { declined_at: time });
    await askAgain(trx, id, at, {
      people,
      to,
      gaveAwayLinkId: link.id,
      operator: to ? 'not-mailed' : 'mailed',
      expiresAt,
    });
    if (people.length === 0) await sayNobodyIsLeft(trx, id, at, 'nobody else is on shift');
    return true;
  }

  return {
    sayNobodyIsLeft,

    /** Gives a request back for the agent who has it. The caller has locked the request, here and in the next two. */
    handBack: (trx: Trx, id: string, link: AgentLink, at: Date): Promise<boolean> =>
      release(trx, id, link, at, { kind: 'handed-back', detail: publicNameOf(link), linkId: link.id }),

    /** Takes a request from an agent who cannot take requests any more. Nobody has handed it back, so `handed_back_by` becomes null. */
    takeFrom: (trx: Trx, id: string, link: AgentLink, at: Date): Promise<boolean> =>
      release(trx, id, link, at, { kind: 'released', detail: publicNameOf(link) }, { by: null }),

    /** Hands a request off, with what the next agent has to know. If it goes to one person, everybody else is asked a minute later. */
    async handOff(
      trx: Trx,
      id: string,
      link: AgentLink,
      at: Date,
      { to, stage, lender, products, openStipulations, promised }: HandOffInput,
    ): Promise<boolean> {
      const detail = `${publicNameOf(link)} to ${to?.name ?? 'everybody'}`;
      const event = { kind: 'handed-off', detail, linkId: link.id } as const;
      if (!(await release(trx, id, link, at, event, { to }))) return false;
      await insertHandOff(trx, {
        id: mintId(),
        request_id: id,
        from_name: publicNameOf(link),
        to_name: to?.name ?? null,
        at: at.toISOString(),
        stage,
        lender,
        products: JSON.stringify(products),
        open_stipulations: openStipulations,
        promised,
      });
      await writeSearch(trx, id);
      return true;
    },

    /**
     * Asks everybody else on shift for a request that waits for one person who did not take it. The caller has locked the request
     * (`lockRequest`). False when it does not wait for this person any more.
     *
     * @param gone whether the person cannot take requests any more; then nobody is left when nobody else is on shift
     */
    async askEverybody(
      trx: Trx,
      id: string,
      now: Date,
      { waitingFor, gone = false }: { readonly waitingFor: string; readonly gone?: boolean },
    ): Promise<boolean> {
      const before = await findRequest(trx, id);
      if (before?.waits_for_id !== waitingFor) return false;
      const at = inRound(before, now);
      const event = { kind: 'asked-everybody', at: at.toISOString(), detail: before.waits_for ?? undefined } as const;
      const waits = await record(trx, id, event, { waits_for_id: null }, (row) =>
        row.and([isOpen(row), row('accepted_at', 'is', null), row('waits_for_id', '=', waitingFor)]),
      );
      if (!waits) return false;
      const links = await linksOf(trx, id);
      const saidNo = new Set(links.filter((link) => hasDeclined(link, before)).map(({ person_id }) => person_id));
      // A person who is gone will never answer, so they count as declined. Otherwise the request would wait for their answer.
      const gones = links.filter(({ person_id }) => gone && person_id === waitingFor).map((link) => link.id);
      if (gones.length > 0) await updateLinks(trx, gones, { declined_at: at.toISOString() });
      const others = (await peopleOnShift(trx)).filter((person) => person.id !== waitingFor && !saidNo.has(person.id));
      const expiresAt = before.expires_at;
      if (others.length > 0) {
        await askAgain(trx, id, at, { people: others, gaveAwayLinkId: null, operator: 'mailed', expiresAt });
        return true;
      }
      // The person who did not take it in time can still accept by their text, so `sms_status` is not changed.
      const round = { requestId: id, kind: 'request-again', at, expiresAt, people: [], texted: [] } as const;
      await notify.ask(trx, { ...round, operator: 'mailed', links });
      // So the card says that nobody is on shift, and not that everybody declined.
      if (gone) await setSmsStatus(trx, id, 'nobody');
      if (gone || saidNo.has(waitingFor)) await sayNobodyIsLeft(trx, id, at, 'nobody else is on shift');
      return true;
    },
  };
}
