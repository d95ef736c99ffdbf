/**
 * The last minute of a request. Done and the dealership's Cancel write `closing_at`. For a minute they can be taken back; after that the
 * sweep ends the request (docs/decisions/0018).
 */
import { dispositions, requestTimings } from '#contract/agent-request.ts';
import type { Closing } from '#contract/agent-request-endpoints.ts';
import type { Trx } from '#server/database/open.ts';
import { endMessages, pauseMessages, resumeMessages } from '#server/outbox/service.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import { isOpen } from './conditions.ts';
import { missedUnlessAccepted } from './first-times.ts';
import type { Notify } from './notify.ts';
import { type AgentRequest, type Condition, findRequest, type RequestPatch, record } from './store.ts';

/** A close of a request, or the taking back of one. */
interface ClosingInput {
  readonly as: Closing['as'];
  readonly at: Date;
  /** For the history: who pressed, and for Done the disposition. */
  readonly detail: string;
  /** The link of whoever pressed; absent for the dealership. */
  readonly linkId?: string;
  readonly patch?: RequestPatch;
  /** A further condition on the request's row. */
  readonly condition?: Condition;
}

const { takeBackForMs } = requestTimings;

const always: Condition = ({ and }) => and([]);

/** How the dealership closes a request. */
export const byDealership = { as: 'cancelled', detail: 'the dealership' } as const;

/** The time until which a Done, Cancel, Connected or Signing can be taken back. ISO-8601. */
export const takeBackUntil = (pressedAt: string): string => isoAfter(pressedAt, takeBackForMs);

export type Closings = ReturnType<typeof createClosings>;

interface End {
  readonly as: Closing['as'];
  readonly at: Date;
  /** The end of its last minute, which may be some time ago. ISO-8601. */
  readonly endedAt: string;
  /** For the history. */
  readonly detail: string | undefined;
  readonly patch?: RequestPatch;
}

export function createClosings(notify: Pick<Notify, 'tellCancelled'>) {
  /** Ends a request. False when it has ended already, or the condition does not hold. */
  async function over(
    trx: Trx,
    request: AgentRequest,
    { as, at, endedAt, detail, patch }: End,
    condition: Condition,
  ): Promise<boolean> {
    const { id, closing_at: closingAt } = request;
    const time = at.toISOString();
    const closed = { closing_at: closingAt ?? endedAt, closing_as: as };
    const end = { ...closed, ended_at: endedAt, outcome: as, ...patch };
    const ended = await record(trx, id, { kind: as, at: time, detail }, end, (row) =>
      row.and([row('ended_at', 'is', null), condition(row)]),
    );
    if (!ended) return false;
    await endMessages(trx, id, time);
    if (as === 'cancelled') await notify.tellCancelled(trx, request, at, new Date(endedAt));
    return true;
  }

  return {
    /** Lets a request end in a minute. False when it is over, closes already, or the condition does not hold. */
    async close(trx: Trx, id: string, input: ClosingInput): Promise<boolean> {
      const time = input.at.toISOString();
      const patch = { ...input.patch, closing_at: time, closing_as: input.as };
      const { as, detail, linkId } = input;
      const event = { kind: 'closing', at: time, detail: `${as}: ${detail}`, linkId } as const;
      const closes = await record(trx, id, event, patch, (row) =>
        row.and([isOpen(row), (input.condition ?? always)(row)]),
      );
      if (closes) await pauseMessages(trx, id, { closingAt: time, endsAt: takeBackUntil(time) });
      return closes;
    },

    /**
     * Takes a close back within its minute. `expires_at` moves by the time for which the request was closing, so that time counts
     * neither as waiting nor as the agent's. False when the minute is over, or the request was closed in the other way.
     */
    async takeBack(trx: Trx, id: string, input: ClosingInput): Promise<boolean> {
      const { as, at, detail, linkId } = input;
      const before = await findRequest(trx, id);
      if (!before?.closing_at) return false;
      const closingAt = before.closing_at;
      const closedForMs = Math.max(0, at.getTime() - Date.parse(closingAt));
      const expiresAt = isoAfter(before.expires_at, closedForMs);
      const patch = { ...input.patch, closing_at: null, closing_as: null, expires_at: expiresAt };
      const event = { kind: 'closing-undone', at: at.toISOString(), detail: `${as}: ${detail}`, linkId } as const;
      const isTakenBack = await record(trx, id, event, patch, (row) =>
        row.and([
          row('ended_at', 'is', null),
          row('closing_as', '=', input.as),
          row('closing_at', '=', closingAt),
          row('closing_at', '>', isoBefore(at, takeBackForMs)),
          (input.condition ?? always)(row),
        ]),
      );
      const pausedUntil = takeBackUntil(closingAt);
      if (isTakenBack) await resumeMessages(trx, id, { pausedUntil, at: at.toISOString(), expiresAt });
      return isTakenBack;
    },

    /** Ends a request whose minute is over. False when it was taken back or ended meanwhile. */
    async end(trx: Trx, request: AgentRequest, at: Date): Promise<boolean> {
      const { closing_at: closingAt, closing_as: as } = request;
      if (closingAt === null || as === null) return false;
      const detail = as === 'done' ? howDone(request) : undefined;
      const endedAt = takeBackUntil(closingAt);
      return over(trx, request, { as, at, endedAt, detail, patch: missedUnlessAccepted(endedAt) }, (row) =>
        row.and([row('closing_at', '=', closingAt), row('closing_as', '=', as)]),
      );
    },

    /**
     * Ends a request at once, because another request took its place. It gets no last minute: taking the end back would let both run.
     * Nobody missed it: the other one waits in its place. A request that its agent was closing by Done ends as done. False when it has
     * ended already.
     */
    giveWay(trx: Trx, request: AgentRequest, at: Date): Promise<boolean> {
      const as = request.closing_as ?? byDealership.as;
      const detail = as === 'done' ? howDone(request) : 'another request took its place';
      return over(trx, request, { as, at, endedAt: at.toISOString(), detail }, always);
    },
  };
}

/** Who pressed Done, and how the talk ended. */
function howDone({ accepted_by: agent, disposition }: AgentRequest): string | undefined {
  return (disposition ? `${agent}: ${dispositions[disposition]}` : agent) ?? undefined;
}
