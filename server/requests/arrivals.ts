/**
 * Whoever comes on shift while a request waits for everybody is asked for it too, once in its round. Their shift can begin by a
 * command, at the desk or by the schedule, in any process; the sweep sees all of them, because it goes by who is on shift and was
 * not asked yet.
 */
import type { Transaction } from 'kysely';
import type { SmsStatus } from '#contract/agent-request.ts';
import type { Reader } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { peopleOnShift, type ShiftPerson } from '#server/people/service.ts';
import type { Notify, Plan } from './notify.ts';
import { type AgentRequest, askedSince, findRequest, inRound, record } from './store.ts';
import { type AgentLink, hasDeclined, linksOf } from './store-links.ts';

type Round = Pick<AgentRequest, 'created_at' | 'handed_back_at'>;

/** Those on shift whom the round of a request has not reached: they were not asked in it, and have not said no. */
function arrivalsOf(
  request: Round,
  links: readonly AgentLink[],
  onShift: readonly ShiftPerson[],
): readonly ShiftPerson[] {
  const since = askedSince(request);
  const known = links.filter((link) => link.asked_at >= since || hasDeclined(link, request));
  const ids = new Set(known.map(({ person_id }) => person_id));
  return onShift.filter(({ id }) => !ids.has(id));
}

/** Whether it waits for everybody, and can still be accepted. */
export const waitsForAll = (request: AgentRequest, at: Date): boolean =>
  request.ended_at === null &&
  request.closing_at === null &&
  request.accepted_at === null &&
  request.waits_for_id === null &&
  request.expires_at > at.toISOString();

/** Whether its card says that nobody is on shift. While nobody is left to ask, it says that instead. */
const saysNobody = ({ sms_status, nobody_left_at }: Pick<AgentRequest, 'sms_status' | 'nobody_left_at'>): boolean =>
  sms_status === 'nobody' && nobody_left_at === null;

/** How the texts of a request stand once those who arrived are asked as planned. What goes to others already still goes. */
const smsStatusAfter = (before: SmsStatus, { smsStatus }: Plan): SmsStatus =>
  smsStatus === 'going' || before === 'nobody' ? smsStatus : before;

export type Arrivals = ReturnType<typeof createArrivals>;

export function createArrivals(notify: Pick<Notify, 'plan' | 'ask' | 'reaches'>) {
  return {
    /** Whether somebody is to be asked for a request, or it says that nobody is on shift although somebody is. Locks nothing. */
    async isDue(
      db: Reader,
      request: Round & Pick<AgentRequest, 'id' | 'sms_status' | 'nobody_left_at'>,
      onShift: readonly ShiftPerson[],
      at: Date,
    ): Promise<boolean> {
      const arrived = arrivalsOf(request, await linksOf(db, request.id), onShift);
      if (arrived.length === 0) return false;
      return saysNobody(request) || notify.reaches(db, arrived, at);
    },

    /**
     * Asks those who came on shift since a request waits. Whoever no message can go to at this moment is asked when one can. The
     * caller holds the request (`lockRequest`), so of two servers the second finds everybody asked. False when nothing changed.
     */
    async ask(trx: Transaction<Tables>, id: string, now: Date): Promise<boolean> {
      const request = await findRequest(trx, id);
      if (!request || !waitsForAll(request, now)) return false;
      const links = await linksOf(trx, id);
      const people = arrivalsOf(request, links, await peopleOnShift(trx));
      if (people.length === 0) return false;
      const at = inRound(request, now);
      const time = at.toISOString();
      const plan = await notify.plan(trx, people, at);
      const asked = await notify.ask(trx, {
        requestId: id,
        kind: request.handed_back_at === null ? 'request-agent' : 'request-again',
        at,
        expiresAt: request.expires_at,
        people,
        texted: plan.texted,
        operator: 'knows',
        links,
      });
      const isSaid = asked.length > 0 || saysNobody(request);
      const sms_status = isSaid ? smsStatusAfter(request.sms_status, plan) : request.sms_status;
      const isNews = sms_status !== request.sms_status;
      if (isNews && sms_status !== 'going') {
        await record(trx, id, { kind: 'not-texted', at: time, detail: plan.because }, { sms_status });
      }
      if (asked.length === 0) return isNews;
      const detail = asked.map(({ name }) => name).join(', ');
      return record(trx, id, { kind: 'asked-too', at: time, detail }, { sms_status, nobody_left_at: null });
    },
  };
}
