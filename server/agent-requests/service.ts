/** A dealership's request for an agent, from the press of a button to its end, once. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { brand } from '#brand/brand.ts';
import type { AgentStep } from '#contract/agent.ts';
import { type RequestType, requestTimings, sendSmsRefusals } from '#contract/agent-request.ts';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Config } from '#server/config.ts';
import { dealershipsNamed, findDealership, type StoredDealership } from '#server/dealerships/service.ts';
import type { Delivery } from '#server/delivery/service.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { hasRequest, mayAskFor, type PortalSession } from '#server/portal/service.ts';
import type { Storage } from '#server/storage/open.ts';
import type { RequestEventKind, Tables } from '#server/storage/schema.ts';
import { type Asked, createAsk } from './ask.ts';
import { pullBackRequests } from './clock.ts';
import { hashOfToken } from './links.ts';
import { noteReport, noteTextsFailed, type TextReport } from './progress.ts';
import {
  type AgentRequest,
  endMessages,
  eventsOf,
  findCurrent,
  findExpired,
  findLink,
  findRequest,
  findRunningTwin,
  findUnaccepted,
  findWithoutTexts,
  type Reader,
  record,
} from './store.ts';
import { createTellCancelled } from './tell-cancelled.ts';
import type { Link } from './view.ts';

export type { AgentRequest, RequestEvent } from './store.ts';

/** A press of the button, with the words as they were sent. */
export interface Press {
  /** Absent from a client that mints none; then the same words while such a request runs are that request. */
  readonly id: string | undefined;
  readonly dealershipName: string;
  /** Which of the dealerships of this name; a client that knows none sends the name alone. */
  readonly dealershipId: string | undefined;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
  /** The name of who asks, and the AnyDesk address when it is known already. */
  readonly callbackName: string | null;
  readonly anydesk: string | null;
}

/** What a press comes to. `replayed`: it was received before. */
export type Answer =
  | { readonly outcome: 'stored' | 'replayed'; readonly requestId: string }
  | { readonly outcome: 'refused'; readonly error: string };

/** What a step of an agent comes to. */
export type StepOutcome = 'taken' | 'not-yours' | 'over';

export interface AgentRequestsOptions {
  readonly storage: Storage;
  readonly delivery: Delivery;
  readonly keyed: KeyedHash;
  readonly config: Pick<Config, 'sms' | 'smtp'>;
  readonly now: () => Date;
  /** Hears, after it is on disk, that a request changed. */
  readonly onChange: (requestId: string) => void;
  readonly count: (event: RequestEventKind) => void;
  /** Hears of a sweep that failed; the next one comes in a second. */
  readonly onError: (error: unknown) => void;
}

const sweepEveryMs = 1000;

export type AgentRequests = ReturnType<typeof createAgentRequests>;

export function createAgentRequests(options: AgentRequestsOptions) {
  const { storage, delivery, keyed, config, now, onChange, count, onError } = options;
  const { db } = storage;
  const ask = createAsk({ storage, delivery, keyed, config, operatorName: brand.name });
  const tellCancelled = createTellCancelled({ storage, delivery, config });

  /** Runs a change and, when it happened, says so. */
  async function change(
    id: string,
    kind: RequestEventKind,
    work: (trx: Transaction<Tables>, at: string) => Promise<boolean>,
  ): Promise<boolean> {
    const changed = await storage.transaction((trx) => work(trx, now().toISOString()));
    if (!changed) return false;
    count(kind);
    onChange(id);
    delivery.wake();
    return true;
  }

  async function known(reader: Reader, asked: Asked, byId: boolean): Promise<Answer | undefined> {
    const { id, session, fingerprint } = asked;
    const found = byId ? await findRequest(reader, id) : await findRunningTwin(reader, session.id, fingerprint);
    if (!found) return undefined;
    const same = found.fingerprint === fingerprint && hasRequest(session, found);
    return same ? { outcome: 'replayed', requestId: found.id } : { outcome: 'refused', error: sendSmsRefusals.idTaken };
  }

  /** The dealerships that a press may be for: the one of its id, else every one of its name. */
  async function dealershipsMeant({ dealershipId, dealershipName }: Press): Promise<readonly StoredDealership[]> {
    if (dealershipId === undefined) return dealershipsNamed(db, dealershipName);
    const found = await findDealership(db, dealershipId);
    return found ? [found] : [];
  }

  let sweeping: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Alerts the operator to requests that nobody accepted by the time at which their cards say to call. */
  async function alertUnaccepted(): Promise<void> {
    const at = now();
    const before = new Date(at.getTime() - requestTimings.callAfterMs).toISOString();
    for (const { id } of await findUnaccepted(db, before)) {
      await storage.transaction((trx) => raiseAlert(trx, { kind: 'not-accepted', requestId: id, at }));
    }
  }

  /** Ends what is out of time, and says where no text is on its way any more. */
  async function sweep(): Promise<void> {
    await pullBackRequests(db, now());
    for (const { id } of await findExpired(db, now().toISOString())) {
      await change(id, 'expired', async (trx, at) => {
        const end = { ended_at: at, outcome: 'expired' } as const;
        const ended = await record(trx, id, { kind: 'expired', at }, end, ({ and, eb }) =>
          and([eb('ended_at', 'is', null), eb('expires_at', '<=', at)]),
        );
        if (ended) await endMessages(trx, id, at);
        return ended;
      });
    }
    await alertUnaccepted();
    await delivery.expire();
    for (const { id } of await findWithoutTexts(db).execute()) {
      await change(id, 'not-texted', async (trx, at) => {
        await storage.lockRequest(trx, id);
        return noteTextsFailed(trx, id, at);
      });
    }
  }

  return {
    sweep,

    /** Begins to sweep by itself, once a second. */
    start(): void {
      timer ??= setInterval(() => {
        sweeping ??= sweep()
          .catch(onError)
          .finally(() => {
            sweeping = undefined;
          });
      }, sweepEveryMs);
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await sweeping;
    },

    /** Stores a request and its messages, once. When it resolves with `stored`, all of it is on disk. */
    async ask(session: PortalSession, press: Press, onNew: (dealershipId: string) => Promise<void>): Promise<Answer> {
      const meant = await dealershipsMeant(press);
      const [dealership, ...others] = meant.filter(({ id }) => mayAskFor(session, id));
      if (!dealership) {
        const known = meant.length > 0;
        return { outcome: 'refused', error: sendSmsRefusals[known ? 'dealershipForeign' : 'dealershipUnknown'] };
      }
      const sameNamed = others.length > 0 ? others.length + 1 : null;
      const { requestType, additionalInfo, callbackName, anydesk } = press;
      const extras = callbackName === null && anydesk === null ? [] : [callbackName, anydesk];
      const words = JSON.stringify([dealership.id, requestType, additionalInfo, ...extras]);
      const fingerprint = createHash('sha256').update(words).digest('hex');
      const id = press.id ?? mintId();
      const meantFor = { session, dealership, sameNamed };
      const asked: Asked = { id, ...meantFor, requestType, additionalInfo, callbackName, anydesk, fingerprint };
      const byId = press.id !== undefined;
      const before = await known(db, asked, byId);
      if (before) return before;
      await onNew(dealership.id);
      const answer = await storage.transaction(async (trx): Promise<Answer> => {
        await storage.differences.lock(trx, [press.id ?? `request ${session.id} ${fingerprint}`]);
        const found = await known(trx, asked, byId);
        if (found) return found;
        await ask(trx, asked, now());
        return { outcome: 'stored', requestId: asked.id };
      });
      if (answer.outcome === 'stored') {
        count('stored');
        onChange(answer.requestId);
        delivery.wake();
      }
      return answer;
    },

    find: (id: string): Promise<AgentRequest | undefined> => findRequest(db, id),

    /** The newest request that runs, of those the session has. */
    current: (session: PortalSession): Promise<AgentRequest | undefined> =>
      findCurrent(db, session.id, session.dealership?.id ?? null, now().toISOString()),

    history: (id: string) => eventsOf(db, id),

    /** Hands the AnyDesk address to the agent. False when the request is over. */
    giveAnydesk: (id: string, anydesk: string): Promise<boolean> =>
      change(id, 'anydesk', (trx, at) =>
        record(trx, id, { kind: 'anydesk', at }, { anydesk }, (row) => row('ended_at', 'is', null)),
      ),

    /** Ends a request for the dealership, and tells those whom that concerns. False when it was over. */
    cancel: (id: string): Promise<boolean> =>
      change(id, 'cancelled', async (trx, at) => {
        const end = { ended_at: at, outcome: 'cancelled' } as const;
        if (!(await record(trx, id, { kind: 'cancelled', at }, end, (row) => row('ended_at', 'is', null))))
          return false;
        await endMessages(trx, id, at);
        const request = await findRequest(trx, id);
        if (request) await tellCancelled(trx, request, new Date(at));
        return true;
      }),

    /** The link of a token with its request. */
    async byLink(token: string): Promise<{ link: Link; request: AgentRequest } | undefined> {
      const link = await findLink(db, hashOfToken(keyed, token));
      const request = link && (await findRequest(db, link.request_id));
      return request && { link, request };
    },

    /** What an agent says: the first to accept has the request, and only that one goes on with it. */
    async step(step: AgentStep, id: string, link: Link): Promise<StepOutcome> {
      const event = ({ accept: 'accepted', connected: 'connected', done: 'done' } as const)[step];
      await change(id, event, async (trx, at) => {
        const happening = { kind: event, at, detail: link.name };
        if (step === 'accept') {
          const until = new Date(Date.parse(at) + requestTimings.acceptedForMs).toISOString();
          const facts = { accepted_at: at, accepted_link_id: link.id, accepted_by: link.name, expires_at: until };
          const first = await record(trx, id, happening, facts, ({ and, eb }) =>
            and([eb('accepted_at', 'is', null), eb('ended_at', 'is', null), eb('expires_at', '>', at)]),
          );
          // Who was not told yet need not be woken; the operator's mail goes in any case.
          if (first) await endMessages(trx, id, at, ['']);
          return first;
        }
        const facts = step === 'connected' ? { connected_at: at } : ({ ended_at: at, outcome: 'done' } as const);
        const stepped = await record(trx, id, happening, facts, ({ and, eb }) =>
          and([
            eb('accepted_link_id', '=', link.id),
            eb('ended_at', 'is', null),
            ...(step === 'connected' ? [eb('connected_at', 'is', null)] : []),
          ]),
        );
        if (stepped && step === 'done') await endMessages(trx, id, at);
        return stepped;
      });
      const after = await findRequest(db, id);
      if (after?.accepted_link_id === link.id && (after.outcome === null || after.outcome === 'done')) return 'taken';
      return after?.outcome === null ? 'not-yours' : 'over';
    },

    /** Writes what the text provider reports. */
    async report(report: TextReport): Promise<void> {
      const requestId = await storage.transaction((trx) => noteReport(trx, storage, report, now().toISOString()));
      if (requestId !== undefined) onChange(requestId);
    },
  };
}
