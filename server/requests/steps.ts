/**
 * What somebody with a link does with a request. Each step is one conditional statement on the request's row, which also
 * keeps that row until the transaction ends; what follows from it is written after that. The table of who may do what
 * when is in docs/architecture.md.
 */
import type { Transaction } from 'kysely';
import type { AgentStep } from '#contract/agent.ts';
import { type Disposition, dispositions, requestTimings } from '#contract/agent-request.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { endMessages } from '#server/outbox/service.ts';
import { peopleOnShift } from '#server/people/service.ts';
import type { Closings } from './closing.ts';
import type { Notify } from './notify.ts';
import {
  type AgentLink,
  type AgentRequest,
  askedSince,
  type Condition,
  findRequest,
  linksOf,
  lockRequest,
  record,
  setSmsStatus,
  updateLinks,
} from './store.ts';
import type { RequestEventKind } from './tables.ts';

/** How an agent says that a request ended, checked. */
export interface Ending {
  readonly disposition: Disposition;
  readonly note: string;
}

/** Takes a step in the caller's transaction. False when the request stands so that it cannot be taken. */
export type TakeStep = (trx: Transaction<Tables>, id: string, link: AgentLink, at: Date) => Promise<boolean>;

const { takeBackForMs, connectWithinMs, acceptedForMs, expireAfterMs } = requestTimings;

/** The history's name of each step. */
export const eventOf = {
  accept: 'accepted',
  decline: 'declined',
  'take-over': 'taken-over',
  connected: 'connected',
  'undo-connected': 'connected-undone',
  'hand-back': 'handed-back',
  done: 'closing',
  'undo-done': 'reopened',
} as const satisfies Record<AgentStep, RequestEventKind>;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

/** Neither over nor about to be. */
export const isOpen: Condition = ({ and, eb }) => and([eb('ended_at', 'is', null), eb('closing_at', 'is', null)]);

const isOf =
  ({ id }: Pick<AgentLink, 'id'>): Condition =>
  (row) =>
    row.and([isOpen(row), row('accepted_link_id', '=', id)]);

/** The columns of a request once the person with a link has it. */
const factsOf = (link: AgentLink, at: Date) => ({
  accepted_at: at.toISOString(),
  accepted_link_id: link.id,
  accepted_by: link.name,
  connected_at: null,
  late_told_at: null,
  nobody_left_at: null,
  expires_at: after(at, acceptedForMs),
});

/** Whether everybody who was asked in this round has declined. Without people there is only the operator. */
function isNobodyLeft(request: AgentRequest, links: readonly AgentLink[]): boolean {
  const asked = links.filter(({ asked_at }) => asked_at >= askedSince(request));
  const people = asked.filter(({ person_id }) => person_id !== null);
  return (people.length > 0 ? people : asked).every(({ declined_at }) => declined_at !== null);
}

export function createSteps(storage: Pick<Storage, 'dialect'>, notify: Notify, closings: Closings) {
  async function sayNobodyIsLeft(trx: Transaction<Tables>, id: string, at: Date, detail?: string): Promise<void> {
    const time = at.toISOString();
    await record(trx, id, { kind: 'nobody-left', at: time, detail }, { nobody_left_at: time });
    await raiseAlert(trx, { kind: 'nobody-left', requestId: id, about: `${id} ${time}`, at });
  }

  const accept: TakeStep = async (trx, id, link, at) => {
    const time = at.toISOString();
    const event = { kind: 'accepted', at: time, detail: link.name } as const;
    const first = await record(trx, id, event, factsOf(link, at), (row) =>
      row.and([isOpen(row), row('accepted_at', 'is', null), row('expires_at', '>', time)]),
    );
    if (!first) return false;
    await updateLinks(trx, [link.id], { declined_at: null });
    // Whoever was not told yet is not woken any more. The operator's mails go out in any case.
    const operators = (await linksOf(trx, id)).filter(({ person_id }) => person_id === null);
    await endMessages(
      trx,
      id,
      time,
      operators.map(({ id: linkId }) => linkId),
    );
    return true;
  };

  const decline: TakeStep = async (trx, id, link, at) => {
    const time = at.toISOString();
    const event = { kind: 'declined', at: time, detail: link.name } as const;
    await lockRequest(trx, storage, id);
    const known = (await linksOf(trx, id)).find((one) => one.id === link.id);
    if (known?.declined_at) return false;
    const recorded = await record(trx, id, event, {}, (row) => row.and([isOpen(row), row('accepted_at', 'is', null)]));
    if (!recorded) return false;
    await updateLinks(trx, [link.id], { declined_at: time });
    const request = await findRequest(trx, id);
    if (request && !request.nobody_left_at && isNobodyLeft(request, await linksOf(trx, id))) {
      await sayNobodyIsLeft(trx, id, at);
    }
    return true;
  };

  const takeOver: TakeStep = async (trx, id, link, at) => {
    await lockRequest(trx, storage, id);
    const before = await findRequest(trx, id);
    const detail = `${link.name} from ${before?.accepted_by ?? 'nobody'}`;
    const event = { kind: 'taken-over', at: at.toISOString(), detail } as const;
    const taken = await record(trx, id, event, factsOf(link, at), (row) =>
      row.and([
        isOpen(row),
        row('accepted_link_id', '=', before?.accepted_link_id ?? ''),
        row('accepted_link_id', '<>', link.id),
        row('accepted_at', '<=', after(at, -connectWithinMs)),
        row('connected_at', 'is', null),
      ]),
    );
    if (taken) await updateLinks(trx, [link.id], { declined_at: null });
    return taken;
  };

  const connected: TakeStep = (trx, id, link, at) =>
    record(
      trx,
      id,
      { kind: 'connected', at: at.toISOString(), detail: link.name },
      { connected_at: at.toISOString() },
      (row) => row.and([isOf(link)(row), row('connected_at', 'is', null)]),
    );

  const undoConnected: TakeStep = (trx, id, link, at) =>
    record(
      trx,
      id,
      { kind: 'connected-undone', at: at.toISOString(), detail: link.name },
      { connected_at: null },
      (row) => row.and([isOf(link)(row), row('connected_at', '>', after(at, -takeBackForMs))]),
    );

  const handBack: TakeStep = async (trx, id, link, at) => {
    const time = at.toISOString();
    const expiresAt = after(at, expireAfterMs);
    const patch = {
      accepted_at: null,
      accepted_link_id: null,
      accepted_by: null,
      connected_at: null,
      late_told_at: null,
      nobody_left_at: null,
      sent_at: null,
      delivered_at: null,
      handed_back_at: time,
      handed_back_by: link.name,
      expires_at: expiresAt,
    };
    const event = { kind: 'handed-back', at: time, detail: link.name } as const;
    if (!(await record(trx, id, event, patch, isOf(link)))) return false;
    await endMessages(trx, id, time);
    const people = (await peopleOnShift(trx)).filter(({ id: personId }) => personId !== link.person_id);
    const onShift = new Set(people.map(({ id: personId }) => personId));
    const links = await linksOf(trx, id);
    const again = links.filter(({ id: linkId, person_id }) => linkId !== link.id && onShift.has(person_id ?? ''));
    const operator = link.person_id !== null;
    const operators = operator ? links.filter(({ person_id }) => person_id === null) : [];
    const asked = [...again, ...operators].map(({ id: linkId }) => linkId);
    if (asked.length > 0) await updateLinks(trx, asked, { asked_at: time, declined_at: null });
    await updateLinks(trx, [link.id], { declined_at: time });
    const { smsStatus, texted, because } = await notify.plan(trx, people, at);
    if (because) await record(trx, id, { kind: 'not-texted', at: time, detail: because }, { sms_status: smsStatus });
    else await setSmsStatus(trx, id, smsStatus);
    const round = { requestId: id, kind: 'request-again', at, expiresAt, people, texted } as const;
    await notify.ask(trx, { ...round, operator, links });
    if (people.length === 0) await sayNobodyIsLeft(trx, id, at, 'nobody else is on shift');
    return true;
  };

  const done =
    ({ disposition, note }: Ending): TakeStep =>
    (trx, id, link, at) =>
      closings.close(trx, id, {
        as: 'done',
        at,
        detail: `${link.name}: ${dispositions[disposition]}`,
        patch: { disposition, closing_note: note === '' ? null : note },
        condition: isOf(link),
      });

  const undoDone: TakeStep = (trx, id, link, at) =>
    closings.reopen(trx, id, {
      as: 'done',
      at,
      detail: link.name,
      patch: { disposition: null, closing_note: null },
      condition: (row) => row('accepted_link_id', '=', link.id),
    });

  return {
    done,
    /** Every step but Done, which comes with how it ended. */
    others: {
      accept,
      decline,
      'take-over': takeOver,
      connected,
      'undo-connected': undoConnected,
      'hand-back': handBack,
      'undo-done': undoDone,
    } satisfies Record<Exclude<AgentStep, 'done'>, TakeStep>,
  };
}

/** Whether a request stands as a step leaves it: then the step was taken, now or by an earlier press. */
export function standsAfter(step: AgentStep, request: AgentRequest, link: AgentLink): boolean {
  const mine = request.accepted_link_id === link.id;
  switch (step) {
    case 'accept':
    case 'take-over':
      return mine;
    case 'decline':
    case 'hand-back':
      return !mine && link.declined_at !== null;
    case 'connected':
      return mine && request.connected_at !== null;
    case 'undo-connected':
      return mine && request.connected_at === null;
    case 'done':
      return mine && request.closing_as === 'done';
    case 'undo-done':
      return mine && request.closing_at === null;
  }
}
