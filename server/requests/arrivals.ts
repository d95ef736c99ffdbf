/**
 * A person who comes on shift while a request waits for everybody is asked too, once in each round. A shift can begin by a command, at
 * the desk or by the schedule, in any process. So the sweep compares who is on shift with who was asked.
 */
import type { SmsStatus } from '#contract/agent-request.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { peopleOnShift, type ShiftPerson } from '#server/people/service.ts';
import type { Notify, Plan } from './notify.ts';
import { type AgentRequest, askedSince, findRequest, inRound, record } from './store.ts';
import { type AgentLink, hasDeclined, linksOf } from './store-links.ts';

type Round = Pick<AgentRequest, 'created_at' | 'handed_back_at'>;

/** The people on shift who were not asked in this round of a request and have not declined it. */
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

/** Whether a request waits for everybody and can still be accepted. */
export const waitsForAll = (request: AgentRequest, at: Date): boolean =>
  request.ended_at === null &&
  request.closing_at === null &&
  request.accepted_at === null &&
  request.waits_for_id === null &&
  request.expires_at > at.toISOString();

/** Whether the dealership's card says that nobody is on shift. When nobody is left to ask, it says that instead. */
const saysNobody = ({ sms_status, nobody_left_at }: Pick<AgentRequest, 'sms_status' | 'nobody_left_at'>): boolean =>
  sms_status === 'nobody' && nobody_left_at === null;

/**
 * The `sms_status` of a request after the people who arrived were asked. It stays as it was when none of them is texted, unless it said
 * that nobody is on shift.
 */
const smsStatusAfter = (before: SmsStatus, { smsStatus }: Plan): SmsStatus =>
  smsStatus === 'going' || before === 'nobody' ? smsStatus : before;

export type Arrivals = ReturnType<typeof createArrivals>;

export function createArrivals(notify: Pick<Notify, 'plan' | 'ask' | 'reaches'>) {
  return {
    /** Whether somebody is to be asked, or the card says that nobody is on shift although somebody is. Locks nothing. */
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
     * Asks the people who came on shift while the request waits. A person to whom no message can go now is asked as soon as one can.
     * The caller has locked the request (`lockRequest`), so a second server finds that everybody was asked. False when nothing changed.
     */
    async ask(trx: Trx, id: string, now: Date): Promise<boolean> {
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
