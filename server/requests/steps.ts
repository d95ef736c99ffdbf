/**
 * The steps that people take with a request, by a link or at the desk. Each step is decided by one conditional update of the request's
 * row. What follows from a step is written after that update. The table of who may do what when is in docs/architecture.md.
 */
import type { AgentStep } from '#contract/agent.ts';
import { type Disposition, dispositions, requestTimings } from '#contract/agent-request.ts';
import { reopenForMs } from '#contract/desk/board.ts';
import type { DeskStep } from '#contract/desk/board-endpoints.ts';
import type { Trx } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { endMessages } from '#server/outbox/service.ts';
import { isoBefore } from '#server/times.ts';
import type { Closings } from './closing.ts';
import { heldPatch, isOf, isOpen, talkedUntil } from './conditions.ts';
import { addedNote, type DealChange, isDealAt, writeDeal } from './deal.ts';
import { firstAcceptance, firstConnection, withoutConnection } from './first-times.ts';
import { publicNameOf } from './links.ts';
import { isNobodyLeft, type Takers } from './nobody-left.ts';
import type { HandOffInput, Release } from './release.ts';
import { type AgentRequest, findRequest, inRound, record } from './store.ts';
import { type AgentLink, findLinkById, hasDeclined, linksOf, updateLinks } from './store-links.ts';
import type { RequestEventKind } from './tables.ts';
import { latestExpiryOfAcceptedSince } from './time-limits.ts';

/**
 * How an agent says that a request ended, checked. At the desk the note is a part of `deal`. From the agent's page `note` is added to
 * the note that is stored, and an empty one changes nothing.
 */
export interface Ending {
  readonly disposition: Disposition;
  readonly note?: string;
  readonly deal?: DealChange;
}

/** What a step carries: Done says how the request ended, Hand off says to whom it goes. */
export interface StepInput {
  readonly ending?: Ending;
  readonly handOff?: HandOffInput;
}

export type RequestStep = AgentStep | DeskStep | 'hand-off';

/**
 * Takes a step in the caller's transaction, which has locked the request (`press.ts`). False when the state of the request does not allow
 * it.
 *
 * @param link the link of the person who takes the step; a person at the desk has one as well (`actor.ts`)
 */
type TakeStep = (trx: Trx, id: string, link: AgentLink, at: Date, input: StepInput) => Promise<boolean>;

const { takeBackForMs, connectWithinMs } = requestTimings;

/** The kind of the event that each step writes into the history. */
export const kindOf = {
  accept: 'accepted',
  decline: 'declined',
  'take-over': 'taken-over',
  connected: 'connected',
  'undo-connected': 'connected-undone',
  signing: 'signing',
  'undo-signing': 'signing-undone',
  'hand-back': 'handed-back',
  'hand-off': 'handed-off',
  done: 'closing',
  'undo-done': 'closing-undone',
  reopen: 'opened-again',
} as const satisfies Record<RequestStep, RequestEventKind>;

/** The history's event of a step. Its detail is the name of the person who took it, unless another is given. */
const eventOf = (step: RequestStep, link: AgentLink, at: Date, detail = publicNameOf(link)) => ({
  kind: kindOf[step],
  at: at.toISOString(),
  detail,
  linkId: link.id,
});

export function createSteps(release: Release, closings: Closings, takers: Takers): Record<RequestStep, TakeStep> {
  const accept: TakeStep = async (trx, id, link, at) => {
    const time = at.toISOString();
    const facts = { ...heldPatch(link, at), ...firstAcceptance(link, time) };
    const first = await record(trx, id, eventOf('accept', link, at), facts, (row) =>
      row.and([isOpen(row), row('accepted_at', 'is', null), row('expires_at', '>', time)]),
    );
    if (!first) return false;
    await updateLinks(trx, [link.id], { declined_at: null });
    // Messages that did not go out yet are dropped, so that nobody is woken for nothing. The operator's mails go out in any case.
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
    const before = await findRequest(trx, id);
    const known = await findLinkById(trx, link.id);
    if (!before || !known || hasDeclined(known, before)) return false;
    const recorded = await record(trx, id, eventOf('decline', link, at), {}, (row) =>
      row.and([isOpen(row), row('accepted_at', 'is', null)]),
    );
    if (!recorded) return false;
    // Later than the hand-back before it: a link that has the time of a hand-back is the one that handed back (`given-up.ts`).
    const { handed_back_at: back } = before;
    const afterBackMs = back === null ? 0 : Date.parse(back) + 1;
    const time = new Date(Math.max(inRound(before, at).getTime(), afterBackMs)).toISOString();
    await updateLinks(trx, [link.id], { declined_at: time });
    const request = await findRequest(trx, id);
    if (!request || request.nobody_left_at) return true;
    const { waits_for_id: waitingFor } = request;
    if (waitingFor !== null) {
      if (waitingFor === link.person_id) await release.askEverybody(trx, id, at, { waitingFor });
    } else if (await isNobodyLeft(trx, request, await linksOf(trx, id), takers)) {
      await release.sayNobodyIsLeft(trx, id, at);
    }
    return true;
  };

  const takeOver: TakeStep = async (trx, id, link, at) => {
    const before = await findRequest(trx, id);
    const detail = `${publicNameOf(link)} from ${before?.accepted_by ?? 'nobody'}`;
    const taken = await record(trx, id, eventOf('take-over', link, at, detail), heldPatch(link, at), (row) =>
      row.and([
        isOpen(row),
        row('accepted_link_id', '=', before?.accepted_link_id ?? ''),
        row('accepted_link_id', '<>', link.id),
        row('expires_at', '<=', latestExpiryOfAcceptedSince(isoBefore(at, connectWithinMs))),
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
      eventOf('connected', link, at),
      { connected_at: at.toISOString(), ...firstConnection(at.toISOString()) },
      (row) => row.and([isOf(link)(row), row('connected_at', 'is', null)]),
    );

  const undoConnected: TakeStep = (trx, id, link, at) =>
    record(trx, id, eventOf('undo-connected', link, at), { connected_at: null, ...withoutConnection }, (row) =>
      row.and([isOf(link)(row), row('signing_at', 'is', null), row('connected_at', '>', isoBefore(at, takeBackForMs))]),
    );

  const signing: TakeStep = (trx, id, link, at) =>
    record(trx, id, eventOf('signing', link, at), { signing_at: at.toISOString() }, (row) =>
      row.and([isOf(link)(row), row('connected_at', 'is not', null), row('signing_at', 'is', null)]),
    );

  const undoSigning: TakeStep = (trx, id, link, at) =>
    record(trx, id, eventOf('undo-signing', link, at), { signing_at: null }, (row) =>
      row.and([isOf(link)(row), row('signing_at', '>', isoBefore(at, takeBackForMs))]),
    );

  const done: TakeStep = async (trx, id, link, at, { ending }) => {
    if (!ending) throw new Error('Done comes with how the request ended');
    const { disposition, note = '' } = ending;
    const deal = ending.deal ?? (await addedNote(trx, id, { note, by: publicNameOf(link) }));
    // If somebody else has changed the deal meanwhile, nothing is written and the request stays open.
    if (deal && !(await isDealAt(trx, id, deal.version))) return false;
    const closes = await closings.close(trx, id, {
      as: 'done',
      at,
      detail: `${publicNameOf(link)}: ${dispositions[disposition]}`,
      linkId: link.id,
      patch: { disposition },
      condition: isOf(link),
    });
    if (closes && deal) await writeDeal(trx, id, deal, at);
    return closes;
  };

  const undoDone: TakeStep = (trx, id, link, at) =>
    closings.takeBack(trx, id, {
      as: 'done',
      at,
      detail: publicNameOf(link),
      linkId: link.id,
      patch: { disposition: null },
      condition: (row) => row('accepted_link_id', '=', link.id),
    });

  /** Opens an ended request again and gives it to the agent who does so. Earlier links and view tokens stop working. */
  const reopen: TakeStep = async (trx, id, link, at) => {
    const time = at.toISOString();
    const before = await findRequest(trx, id);
    const talked_ms = before && talkedUntil(before, before.closing_at);
    const again = { talked_ms, ended_at: null, outcome: null, closing_at: null, closing_as: null, disposition: null };
    const opened = await record(
      trx,
      id,
      eventOf('reopen', link, at),
      { ...heldPatch(link, at), ...again, reopened_at: time },
      (row) => row('ended_at', '>', isoBefore(at, reopenForMs)),
    );
    if (opened) await updateLinks(trx, [link.id], { asked_at: time, declined_at: null });
    return opened;
  };

  return {
    accept,
    decline,
    'take-over': takeOver,
    connected,
    'undo-connected': undoConnected,
    signing,
    'undo-signing': undoSigning,
    'hand-back': release.handBack,
    async 'hand-off'(trx, id, link, at, { handOff }) {
      if (!handOff) throw new Error('Hand off comes with whom to');
      return release.handOff(trx, id, link, at, handOff);
    },
    done,
    'undo-done': undoDone,
    reopen,
  };
}

/**
 * A keyed hash of all that a press carries, to recognise the same press of the same person. The version of the deal is not part of it.
 * Null for a step that carries nothing.
 */
export function pressOf(keyed: KeyedHash, step: RequestStep, { ending, handOff }: StepInput): string | null {
  if (!ending && !handOff) return null;
  const ended = ending && [ending.disposition, ending.note ?? '', ending.deal?.patch];
  const handed = handOff && { ...handOff, to: handOff.to?.id };
  return keyed.of('step-press', JSON.stringify([step, ended, handed]));
}

/**
 * Whether a request already is as a step would make it, so that an earlier press has taken the step. A Hand off or Done counts as taken
 * only when the last step of this link carried the same; otherwise what somebody typed in another window would be lost.
 *
 * @param press what the step carries (`pressOf`)
 */
export function isStepTaken(step: RequestStep, request: AgentRequest, link: AgentLink, press: string | null): boolean {
  const mine = request.accepted_link_id === link.id;
  const same = press !== null && link.press === press;
  const taken: Readonly<Record<RequestStep, boolean>> = {
    accept: mine,
    'take-over': mine,
    decline: !mine && hasDeclined(link, request),
    'hand-back': !mine && link.declined_at !== null,
    'hand-off': !mine && same,
    connected: mine && request.connected_at !== null,
    'undo-connected': mine && request.connected_at === null,
    signing: mine && request.signing_at !== null,
    'undo-signing': mine && request.signing_at === null,
    done: mine && request.closing_as === 'done' && same,
    'undo-done': mine && request.closing_at === null,
    reopen: mine && request.ended_at === null && request.reopened_at !== null,
  };
  return taken[step];
}
