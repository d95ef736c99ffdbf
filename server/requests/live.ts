/**
 * Live cards: the open streams of this server, each of which shows one request. A change made by this server is sent at once. A change
 * made by another server or a command is found by a query for the versions of the watched requests, which runs every 400 ms. The same
 * query finds that the database came back with an older state (docs/decisions/0217). Each run also finds sessions that ended and codes
 * that were revoked. There is no message bus whose broken connection could lose a change (docs/decisions/0007).
 */
import type { Readable } from 'node:stream';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { streamEvents } from '#contract/portal.ts';
import { isOver } from '#contract/request-state.ts';
import type { Portal } from '#server/access/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { createEventStreams, eventFrame, type StreamFacts } from '#server/http/event-streams.ts';
import type { Delivery } from '#server/outbox/service.ts';
import { idsOf } from '#server/rows.ts';
import { findRequests, versionsOf } from './store.ts';
import { presentRequest, presentToViewToken } from './view.ts';

/** What gives access to a request or its stream: a session, or a view token and its code. */
export type Grant =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'view'; readonly codeId: string };

interface LiveOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly storage: Pick<Storage, 'db'>;
  readonly delivery: Pick<Delivery, 'can'>;
  /** Say which of these sessions, or codes, still give access. */
  readonly portal: Pick<Portal, 'openSessionIds' | 'activeCodeIds'>;
  readonly onError: (error: unknown) => void;
  /** The most open streams of one session or of one view token. One more ends the oldest of them. */
  readonly mostPerSession: number;
  /** The most open streams from one network address. One more is not opened. */
  readonly mostPerAddress: number;
}

interface CardFacts extends StreamFacts {
  readonly grant: Grant;
  /** The newest version of the request that was sent to the page. */
  version: number;
}

/** How often the database is asked, in milliseconds: a revoked code ends its streams within a second. */
const pollEveryMs = 400;

/** The most ids in one statement. */
const sliceNames = 500;

const frameOf = (view: RequestView) => eventFrame(streamEvents.request, view, view.version);

async function inSlices<T>(names: Iterable<string>, ask: (slice: string[]) => Promise<Iterable<T>>): Promise<T[]> {
  const all = [...new Set(names)];
  const found: T[] = [];
  for (let from = 0; from < all.length; from += sliceNames) {
    found.push(...(await ask(all.slice(from, from + sliceNames))));
  }
  return found;
}

const holderOf = (grant: Grant, requestId: string) =>
  grant.kind === 'session' ? `session ${grant.sessionId}` : `view ${requestId}`;

export function createLive(options: LiveOptions) {
  const { storage, delivery, keyed, portal, now, onError, mostPerSession, mostPerAddress } = options;
  const cards = createEventStreams<CardFacts>({
    mostPerHolder: mostPerSession,
    mostPerCount: mostPerAddress,
    heartbeatMs: streamEvents.heartbeatMs,
    pollEveryMs,
    look: async () => {
      try {
        await lockDead();
        await showChanged(cards.topics());
      } catch (error) {
        // A database that was away may come back with an older state, and may have given a version anew by the next look.
        for (const card of cards.all()) card.version = 0;
        throw error;
      }
    },
    onError,
  });

  /** Sends a request to every card that has an older version of it, or none, and ends these streams when the request is over. */
  function show(view: RequestView): void {
    const frames = { session: frameOf(view), view: frameOf(presentToViewToken(view)) };
    for (const card of cards.about(view.id)) {
      if (card.version >= view.version) continue;
      card.version = view.version;
      cards.write(card, frames[card.grant.kind]);
      if (isOver(view)) cards.end(card);
    }
  }

  async function showChanged(ids: readonly string[]): Promise<void> {
    const known = new Map(ids.flatMap((id) => cards.about(id).map((card) => [card, card.version] as const)));
    const current = await inSlices(ids, (slice) => versionsOf(storage.db, slice));
    for (const { id, version } of current) {
      for (const card of cards.about(id)) {
        // What the card had before the question is gone. What it got since then is newer than the answer.
        if (version < card.version && known.get(card) === card.version) card.version = 0;
      }
    }
    const newer = current.filter(({ id, version }) => cards.about(id).some((card) => card.version < version));
    const changed = idsOf(newer);
    const requests = await inSlices(changed, (slice) => findRequests(storage.db, slice));
    for (const request of requests) show(presentRequest(request, { now, delivery, keyed }));
  }

  async function lockDead(): Promise<void> {
    const asked = cards.all();
    const sessions = asked.flatMap(({ grant }) => (grant.kind === 'session' ? [grant.sessionId] : []));
    const codes = asked.flatMap(({ grant }) => (grant.kind === 'view' ? [grant.codeId] : []));
    const open = new Set(await inSlices(sessions, portal.openSessionIds));
    const active = new Set(await inSlices(codes, portal.activeCodeIds));
    for (const card of asked) {
      const { grant } = card;
      const isAlive = grant.kind === 'session' ? open.has(grant.sessionId) : active.has(grant.codeId);
      if (!isAlive) cards.end(card, eventFrame(streamEvents.locked, {}));
    }
  }

  return {
    /**
     * Opens a stream on a request, which begins with the request as it stands. The page may have this version already, but after an
     * older state the same version may mean something else. Undefined when the address already has the most streams that it may have.
     *
     * @param address the key of the caller's network address (`addressKey`)
     */
    open(view: RequestView, grant: Grant, address: string): Readable | undefined {
      const card = cards.open({
        topic: view.id,
        holder: holderOf(grant, view.id),
        countedBy: address,
        grant,
        version: 0,
      });
      if (!card) return undefined;
      show(view);
      if (isOver(view)) cards.end(card);
      return card.stream;
    },

    /** Sends a request that this server changed. */
    changed(requestId: string): void {
      if (cards.about(requestId).length > 0) showChanged([requestId]).catch(onError);
    },

    /** Ends every stream. The pages connect again, to another server or to this one after its restart. */
    endAll: cards.endAll,

    size: cards.size,
  };
}
