/** The sweep of requests: each second, every server does what is due. A conditional update of each row lets only one of them do it. */
import { requestTimings } from '#contract/agent-request.ts';
import { handOffForMs } from '#contract/desk/board.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Reader } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { type Delivery, endMessages } from '#server/outbox/service.ts';
import { peopleOnShift } from '#server/people/service.ts';
import { forEach } from '#server/repeat.ts';
import { distinct } from '#server/rows.ts';
import { isoBefore } from '#server/times.ts';
import { type Arrivals, waitsForAll } from './arrivals.ts';
import type { Closings } from './closing.ts';
import { isOpen } from './conditions.ts';
import { missedUnlessAccepted } from './first-times.ts';
import { isNobodyLeft, type Takers, thoseWhoTake } from './nobody-left.ts';
import type { Notify } from './notify.ts';
import type { Change } from './press.ts';
import { noteTextsFailed } from './progress.ts';
import type { Release } from './release.ts';
import { type AgentRequest, findRequest, lockRequest, record } from './store.ts';
import { pullBackRequests } from './store-clock.ts';
import { type AgentLink, findLinkById, linksOf } from './store-links.ts';
import {
  findAccepted,
  findClosedBy,
  findExpired,
  findLate,
  findUnaccepted,
  findWaitingForAll,
  findWaitingForOne,
  findWithoutCodeEnded,
  findWithoutTexts,
  unaccepted,
  type WaitingForAll,
  withoutCodeEnded,
} from './store-sweep.ts';
import { countsSince, latestExpiryOfAcceptedSince, latestExpiryOfWaitingSince } from './time-limits.ts';

interface SweepOptions extends Takers, Pick<Environment, 'storage' | 'now'> {
  readonly delivery: Pick<Delivery, 'expire'>;
  readonly change: Change;
  readonly closings: Closings;
  readonly notify: Pick<Notify, 'remind'>;
  readonly arrivals: Arrivals;
  readonly release: Pick<Release, 'askEverybody' | 'takeFrom' | 'sayNobodyIsLeft'>;
  /** Resolves to the ids of those codes that still show the requests which were made with them. */
  readonly activeCodeIds: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

const { takeBackForMs, connectWithinMs, callAfterMs } = requestTimings;

export function createSweep({
  storage,
  delivery,
  now,
  change,
  closings,
  notify,
  arrivals,
  release,
  takesRequests,
  isOperator,
  activeCodeIds,
}: SweepOptions) {
  const { db } = storage;

  /** The same as `change`, with the request locked before the work begins. */
  const changeLocked: Change = (id, kind, work) =>
    change(id, kind, async (trx, at) => {
      await lockRequest(trx, id);
      return work(trx, at);
    });

  /** Ends the requests that were closed a minute ago or earlier, also when no server ran meanwhile. */
  async function endClosed(): Promise<void> {
    await forEach(await findClosedBy(db, { time: isoBefore(now(), takeBackForMs) }), async (request) => {
      if (request.closing_as) await change(request.id, request.closing_as, (trx, at) => closings.end(trx, request, at));
    });
  }

  async function expire(): Promise<void> {
    await forEach(await findExpired(db, { at: now().toISOString() }), ({ id }) =>
      change(id, 'expired', async (trx, at) => {
        const time = at.toISOString();
        const end = { ended_at: time, outcome: 'expired', ...missedUnlessAccepted(time) } as const;
        const ended = await record(trx, id, { kind: 'expired', at: time }, end, (row) =>
          row.and([isOpen(row), row('expires_at', '<=', time)]),
        );
        if (!ended) return false;
        await endMessages(trx, id, time);
        const request = await findRequest(trx, id);
        if (request?.accepted_at === null) {
          // A request that was opened again may expire again, and that is another alert.
          const about = request.reopened_at === null ? id : `${id} ${request.reopened_at}`;
          await raiseAlert(trx, { kind: 'expired-unanswered', requestId: id, about, at });
        }
        return true;
      }),
    );
  }

  /** Alerts the operator to requests that nobody accepted by the time at which their cards say to call. */
  async function alertUnaccepted(): Promise<void> {
    const at = now();
    const late = latestExpiryOfWaitingSince(isoBefore(at, callAfterMs));
    await forEach(await findUnaccepted(db, { until: late }), ({ id }) =>
      storage.transaction(async (trx) => {
        // Somebody may have accepted it meanwhile.
        await lockRequest(trx, id);
        const still = await unaccepted(trx, late).where('id', '=', id).executeTakeFirst();
        if (!still) return;
        const about = still.handed_back_at === null ? id : `${id} ${still.handed_back_at}`;
        await raiseAlert(trx, { kind: 'not-accepted', requestId: id, about, at });
      }),
    );
  }

  /** Reminds an agent who accepted and is not connected in time, once, and alerts the operator. */
  async function remindLate(): Promise<void> {
    await forEach(
      await findLate(db, { until: latestExpiryOfAcceptedSince(isoBefore(now(), connectWithinMs)) }),
      ({ id }) =>
        change(id, 'late', async (trx, at) => {
          const time = at.toISOString();
          const patch = { late_told_at: time };
          const request = await findRequest(trx, id);
          const detail = request?.accepted_by ?? undefined;
          const late = await record(trx, id, { kind: 'late', at: time, detail }, patch, (row) =>
            row.and([
              isOpen(row),
              row('accepted_link_id', '=', request?.accepted_link_id ?? ''),
              row('expires_at', '<=', latestExpiryOfAcceptedSince(isoBefore(at, connectWithinMs))),
              row('connected_at', 'is', null),
              row('late_told_at', 'is', null),
            ]),
          );
          if (!late || !request) return false;
          // An agent who takes the request over may be late too, and that is another alert.
          const about = `${id} ${request.accepted_at}`;
          await raiseAlert(trx, { kind: 'not-connected', requestId: id, about, at });
          await notify.remind(trx, request, at);
          return true;
        }),
    );
  }

  const takesNoRequests = async (reader: Reader, personId: string): Promise<boolean> =>
    (await thoseWhoTake(reader, [personId], takesRequests)).size === 0;

  const mayHold = async (
    reader: Reader,
    { person_id, name }: Pick<AgentLink, 'person_id' | 'name'>,
  ): Promise<boolean> => (person_id === null ? isOperator(name) : !(await takesNoRequests(reader, person_id)));

  /** Asks the others for a request whose holder was removed or may only read now, or is an address that the operator no longer has. */
  async function releaseOfRemovedHolders(): Promise<void> {
    await forEach(await findAccepted(db), async ({ id, link_id, person_id, name }) => {
      if (await mayHold(db, { person_id, name })) return;
      await changeLocked(id, 'released', async (trx, at) => {
        const link = await findLinkById(trx, (await findRequest(trx, id))?.accepted_link_id ?? '');
        // Another agent may have it by now, or the same one, who may take requests again.
        if (link?.id !== link_id || (await mayHold(trx, link))) return false;
        return release.takeFrom(trx, id, link, at);
      });
    });
  }

  type WaitsForOne = Parameters<typeof countsSince>[0] & Pick<AgentRequest, 'waits_for_id'>;

  /** Whether a request has waited long enough for one person, or the person is gone; undefined while it goes on waiting for them. */
  async function endOfWait(reader: Reader, request: WaitsForOne | undefined, at: Date) {
    const { waits_for_id: waitingFor = null } = request ?? {};
    if (!request || waitingFor === null) return undefined;
    const gone = await takesNoRequests(reader, waitingFor);
    return gone || countsSince(request) <= isoBefore(at, handOffForMs) ? { waitingFor, gone } : undefined;
  }

  /** Asks everybody for a request that was handed off to one person who did not take it in time, or cannot take requests any more. */
  async function askEverybodyInstead(): Promise<void> {
    await forEach(await findWaitingForOne(db), async (request) => {
      const { id } = request;
      if (!(await endOfWait(db, request, now()))) return;
      await changeLocked(id, 'asked-everybody', async (trx, at) => {
        // It may have been handed off anew meanwhile, or its person may take requests again.
        const due = await endOfWait(trx, await findRequest(trx, id), at);
        return due !== undefined && release.askEverybody(trx, id, at, due);
      });
    });
  }

  /** Asks people who came on shift for the requests that wait for everybody. */
  async function askArrived(): Promise<void> {
    const at = now();
    const waiting = await findWaitingForAll(db, { at: at.toISOString() });
    if (waiting.length === 0) return;
    const onShift = await peopleOnShift(db);
    await forEach(waiting, async (request) => {
      const { id } = request;
      if (!(await arrivals.isDue(db, request, onShift, at))) return;
      await changeLocked(id, 'asked-too', (trx, asksAt) => arrivals.ask(trx, id, asksAt));
    });
  }

  /** Writes that nobody is left when all who were asked have declined, were removed or may only read now. */
  async function sayNobodyIsLeft(): Promise<void> {
    const isDue = async (reader: Reader, request: AgentRequest | WaitingForAll) =>
      request.nobody_left_at === null &&
      isNobodyLeft(reader, request, await linksOf(reader, request.id), { takesRequests, isOperator });
    await forEach(await findWaitingForAll(db, { at: now().toISOString() }), async (waiting) => {
      const { id } = waiting;
      if (!(await isDue(db, waiting))) return;
      await changeLocked(id, 'nobody-left', async (trx, at) => {
        const request = await findRequest(trx, id);
        if (!request || !waitsForAll(request, at) || !(await isDue(trx, request))) return false;
        await release.sayNobodyIsLeft(trx, id, at);
        return true;
      });
    });
  }

  /** Writes into the history of a request that no text is on its way any more. */
  async function noteWithoutTexts(): Promise<void> {
    await forEach(await findWithoutTexts(db), ({ id }) =>
      changeLocked(id, 'not-texted', (trx, at) => noteTextsFailed(trx, id, at.toISOString())),
    );
  }

  /** Writes once, into the history of each running request, that its code has ended. */
  async function noteCodesEnded(): Promise<void> {
    const running = await findWithoutCodeEnded(db);
    const active = await activeCodeIds(distinct(running, 'code_id'));
    const ended = running.filter(({ code_id }) => !active.has(code_id));
    await forEach(ended, ({ id }) =>
      changeLocked(id, 'code-ended', async (trx, at) => {
        // Another server may have written it meanwhile.
        const still = await withoutCodeEnded(trx).where('id', '=', id).executeTakeFirst();
        return still !== undefined && record(trx, id, { kind: 'code-ended', at: at.toISOString() });
      }),
    );
  }

  return async function sweep(): Promise<void> {
    const pullBack = () => pullBackRequests(db, now());
    // Ended codes come before the alerts, which say what the screen of the dealership shows.
    const ends = [pullBack, endClosed, expire, releaseOfRemovedHolders, noteCodesEnded];
    const alerts = [alertUnaccepted, askEverybodyInstead, askArrived, sayNobodyIsLeft, remindLate];
    const steps = [...ends, ...alerts, delivery.expire, noteWithoutTexts];
    await forEach(steps, (step) => step());
  };
}
