/** Requests for an agent, from the press of a button to the end. Each press counts once, however often it arrives. */
import { sendSmsRefusals } from '#contract/agent-request.ts';
import { hasRequest, type PortalSession, type RequestsOfCodes } from '#server/access/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { SessionOverError } from '#server/caller.ts';
import { type Config, operatorAddresses } from '#server/config.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { CountNew } from '#server/http/limits.ts';
import type { Delivery } from '#server/outbox/service.ts';
import { findPeopleByIds, shiftKeyOf } from '#server/people/service.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { type Actor, linkOfActor, withLink } from './actor.ts';
import { createArrivals } from './arrivals.ts';
import { createClosings } from './closing.ts';
import { endedBefore } from './dead-link.ts';
import { createDealerPresses } from './dealer-presses.ts';
import { createEdits } from './edits.ts';
import { givenUpAs, wasHandedOff } from './given-up.ts';
import { cameTooLate, type PlacesTaken, requestOfPress, takePlaces } from './in-place-of.ts';
import { type AgentRequestInput, newRequestOf } from './input.ts';
import { hashOfToken, isOperatorName } from './links.ts';
import { createRequest, endedMeanwhile, type NewRequest } from './new-request.ts';
import type { TakesRequests } from './nobody-left.ts';
import { createNotify } from './notify.ts';
import { type Change, createPress } from './press.ts';
import { createRelease } from './release.ts';
import { createSteps, isStepTaken, kindOf, pressOf, type RequestStep, type StepInput } from './steps.ts';
import {
  type AgentRequest,
  findRequest,
  findRunning,
  findRunningTwin,
  moveToSession,
  reopenedAt,
  withCode,
} from './store.ts';
import { lastHandOff } from './store-deals.ts';
import { type AgentLink, findLink, findLinkById, updateLinks } from './store-links.ts';
import { createSweep } from './sweep.ts';
import type { RequestEventKind } from './tables.ts';
import type { Linked } from './view.ts';

export type { Actor } from './actor.ts';
export { createBoards } from './board.ts';
export { createCalls } from './calls.ts';
export { isNoted } from './deal.ts';
export type { EditOutcome } from './edits.ts';
export { requestsExporter } from './export.ts';
export { callPerson, requestPerson, staffInRequests } from './person.ts';
export { heldRequests, requestRecordKinds } from './record-kinds.ts';
export type { HandOffInput } from './release.ts';
export type { Ending, RequestStep, StepInput } from './steps.ts';
export { type AgentRequest, afterRestore, eventsOf, findRequest, listRequests, type RequestEvent } from './store.ts';
export { apiRequest, apiRequests } from './store-api.ts';
export { countWaiting } from './store-board.ts';
export { type LoggedCall, listCalls } from './store-calls.ts';
export { madeCalls, madeRequests } from './store-carry-over.ts';
export { findDeal, handOffsOf, lastHandOff, type RequestDeal, type RequestHandOff } from './store-deals.ts';
export {
  type CountedCall,
  type CountedRequest,
  callStates,
  countedCalls,
  countedRequests,
  operatorsLink,
  requestStates,
} from './store-figures.ts';
export { declinersOf, holdersOf, type OpenRequest, openRequest, openRequests } from './store-open.ts';
export { erasedCalls, erasedRequests } from './store-retention.ts';
export { type Linked, stateOf } from './view.ts';

/** What the code of portal access needs of requests. */
export const requestsOfCodes: RequestsOfCodes = { moveToSession, reopenedAt, withCode };

/**
 * What became of an input. `replayed`: it was received before, so nothing was written; or an earlier request that an agent has or had got
 * its answers.
 */
type CreateOutcome =
  | { readonly outcome: 'stored' | 'replayed'; readonly requestId: string }
  | { readonly outcome: 'refused'; readonly error: string }
  /** The session ended after the caller had been authenticated. */
  | { readonly outcome: 'session-ended' }
  | { readonly outcome: 'too-many'; readonly retryAfterMs: number };

interface AgentRequestsOptions extends Pick<Environment, 'storage' | 'now' | 'keyed'>, Pick<Repeat, 'onError'> {
  readonly delivery: Delivery;
  readonly config: Pick<Config, 'sms' | 'smtp'>;
  readonly audit: AuditLog;
  readonly takesRequests: TakesRequests;
  /** Resolves to the ids of those codes that still show the requests which were made with them. */
  readonly activeCodeIds: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called after a change of a request is on disk. */
  readonly onChange: (requestId: string) => void;
  readonly count: (event: RequestEventKind) => void;
}

const sweepEveryMs = 1000;

/** The steps that give a request to an agent who may not have had it before. */
const stepsThatTake: ReadonlySet<RequestStep> = new Set(['accept', 'take-over', 'reopen']);

export type AgentRequests = ReturnType<typeof createAgentRequests>;

export function createAgentRequests(options: AgentRequestsOptions) {
  const { storage, delivery, keyed, config, audit, now, takesRequests, onChange, count, onError } = options;
  const { db } = storage;
  const notify = createNotify({ delivery, keyed, config });
  const isOperator = (name: string) => isOperatorName(name, operatorAddresses(config));
  const closings = createClosings(notify);
  const release = createRelease(notify);
  const arrivals = createArrivals(notify);
  const steps = createSteps(release, closings, { takesRequests, isOperator });

  /** Runs a change. When it changed something, counts it, reports it and wakes the outbox. */
  const change: Change = async (id, kind, work) => {
    const changed = await storage.transaction((trx) => work(trx, now()));
    if (!changed) return false;
    count(kind);
    onChange(id);
    delivery.wake();
    return true;
  };

  const press = createPress(change);
  const sweep = createSweep({ ...options, isOperator, change, closings, notify, arrivals, release });

  /** The person of a link, while they take requests. */
  async function takerOf(reader: Reader, { person_id }: AgentLink) {
    const [person] = person_id === null ? [] : await findPeopleByIds(reader, [person_id]);
    return person && takesRequests(person.role) ? person : undefined;
  }

  /**
   * The outcome of an input that was received before; undefined for a new one.
   *
   * @param byId whether the client made the id; otherwise a running request with the same words is the same input
   */
  async function outcomeOfRepeat(
    reader: Reader,
    request: NewRequest,
    byId: boolean,
  ): Promise<CreateOutcome | undefined> {
    const { id, session, fingerprint } = request;
    const found = byId
      ? await requestOfPress(reader, id, now())
      : await findRunningTwin(reader, session.id, fingerprint);
    if (!found) return undefined;
    const same = found.fingerprint === fingerprint && hasRequest(session, found);
    return same ? { outcome: 'replayed', requestId: found.id } : { outcome: 'refused', error: sendSmsRefusals.idTaken };
  }

  const repeater = createRepeater({ everyMs: sweepEveryMs, work: sweep, onError });

  return {
    ...createEdits({ storage, audit, now, change }),

    sweep,

    /** Begins to sweep by itself, once a second. */
    start: repeater.start,
    stop: repeater.stop,

    /**
     * Stores a request and its messages, once. When it resolves with `stored`, all of it is on disk.
     *
     * @param countNew counts a new request of a dealership
     */
    async create(
      session: PortalSession,
      input: AgentRequestInput,
      countNew: CountNew<[dealershipId: string]>,
    ): Promise<CreateOutcome> {
      const request = await newRequestOf(db, session, input);
      if (typeof request === 'string') return { outcome: 'refused', error: sendSmsRefusals[request] };
      const byId = input.id !== undefined;
      const before = await outcomeOfRepeat(db, request, byId);
      if (before) return before;
      const use = await countNew(request.dealership.id);
      let replaced: PlacesTaken['ended'] = [];
      const work = async (trx: Trx): Promise<CreateOutcome> => {
        replaced = [];
        const ownKey = byId ? request.id : `request ${session.id} ${request.fingerprint}`;
        await dialectOf(trx).lock(trx, [ownKey, ...request.insteadOf]);
        const found = await outcomeOfRepeat(trx, request, byId);
        if (found) return found;
        if (use.waitMs > 0) return { outcome: 'too-many', retryAfterMs: use.waitMs };
        const at = now();
        if (await cameTooLate(trx, request.id, at)) return { outcome: 'refused', error: sendSmsRefusals.idTaken };
        const ended = await endedMeanwhile(trx, request, at);
        if (ended === 'session') return { outcome: 'session-ended' };
        if (ended === 'dealership') return { outcome: 'refused', error: sendSmsRefusals.dealershipUnknown };
        if (ended === 'text-agent') return { outcome: 'refused', error: sendSmsRefusals.switchedOff };
        const places = await takePlaces(trx, closings, request, at);
        replaced = places.ended;
        if (places.stays !== undefined) return { outcome: 'replayed', requestId: places.stays };
        await createRequest(trx, notify, request, at);
        return { outcome: 'stored', requestId: request.id };
      };
      const answer = await use.spend(
        () => storage.transaction(work),
        ({ outcome }) => outcome === 'stored',
      );
      for (const earlier of replaced) {
        count(earlier.as);
        onChange(earlier.id);
      }
      if (answer.outcome === 'stored') count('stored');
      // A replayed input may have given its answers to an earlier request, whose cards show them then.
      if ('requestId' in answer) onChange(answer.requestId);
      if (answer.outcome === 'stored' || replaced.length > 0) delivery.wake();
      return answer;
    },

    find: (id: string): Promise<AgentRequest | undefined> => findRequest(db, id),

    /** The request that a press made, or the request that got the answers of the press. */
    findOfPress: (id: string): Promise<AgentRequest | undefined> => requestOfPress(db, id, now()),

    /** The running requests that the session may see: first its own, then its dealership's others. Each part has the newest first. */
    running: (session: PortalSession): Promise<AgentRequest[]> =>
      findRunning(db, session.id, session.dealership?.id ?? null, now().toISOString()),

    ...createDealerPresses(press, closings),

    /**
     * The link of a token, with its request. Undefined for a link that is dead: its request was opened again after its person was asked
     * last, the person or the operator's address was removed, or the person takes no requests any more. The link of a request that is over is found; it shows only the end.
     */
    async byLink(token: string): Promise<Linked | undefined> {
      const link = await findLink(db, hashOfToken(keyed, token));
      const request = link && (await findRequest(db, link.request_id));
      if (!request || endedBefore(link, request)) return undefined;
      const about = {
        link,
        request,
        handOff: await lastHandOff(db, request.id),
        wasHandedOff: await wasHandedOff(db, request.id),
        givenUp: await givenUpAs(db, link),
      };
      if (link.person_id === null) {
        if (!isOperator(link.name)) return undefined;
        // Operators see each other's addresses, so that they know which of them has the request.
        const holder = await findLinkById(db, request.accepted_link_id ?? '');
        return { ...about, hasAccount: false, ...(holder && { holderName: holder.name }) };
      }
      const person = await takerOf(db, link);
      return person && { ...about, hasAccount: person.role !== null };
    },

    /**
     * Takes a step. True when it was taken, now or by an earlier press; false when the request is in another state, or when the same
     * person has taken this step and undone it since the page showed the request.
     *
     * @throws SessionOverError when the person has lost the role that takes requests meanwhile
     * @param seen the version of the request that the page of a link, or the console, showed
     */
    step(step: RequestStep, id: string, actor: Actor, input: StepInput = {}, seen?: number): Promise<boolean> {
      const personId = 'link' in actor ? actor.link.person_id : actor.personId;
      const carried = pressOf(keyed, step, input);
      return press(id, {
        kind: kindOf[step],
        seen,
        linkOf: async (trx) => (await linkOfActor(trx, id, actor))?.id,
        // So the schedule cannot end the agent's shift while the agent gets a request.
        keys: personId !== null && stepsThatTake.has(step) ? [shiftKeyOf(personId)] : [],
        take: (trx, at) =>
          withLink(trx, notify.writeLink, { requestId: id, actor, at }, async (link) => {
            if (!(await steps[step](trx, id, link, at, input))) return false;
            await updateLinks(trx, [link.id], { press: carried });
            const about = [{ kind: 'request', id }] as const;
            await audit.write(trx, { by: link.person_id, action: 'request-step', about, detail: { step } });
            // A change of the role writes an entry too, so it was committed before this entry, or comes after this step. What is pressed
            // at the desk is refused with its session.
            if ('link' in actor && link.person_id !== null && !(await takerOf(trx, link)))
              throw new SessionOverError('The person takes no requests any more');
            return true;
          }),
        async isTaken(trx) {
          const [request, link] = [await findRequest(trx, id), await linkOfActor(trx, id, actor)];
          return request !== undefined && link !== undefined && isStepTaken(step, request, link, carried);
        },
      });
    },
  };
}
