/**
 * Live cards: every open stream of this server, and what makes them move. A change made here is passed on at once; what
 * another server or a command changed is found by one short look at the versions of the watched requests. The same look
 * finds sessions that ended and codes that were revoked. Nothing is lost with a connection to a message bus, because
 * there is none (docs/decisions/0007).
 */
import { PassThrough, type Readable } from 'node:stream';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { streamEvents } from '#contract/portal.ts';
import { isOver } from '#contract/request-state.ts';
import { presentToViewToken } from './view.ts';

/** What gave access to a stream: a session, or a view token and its code. */
export type Grant =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'view'; readonly codeId: string };

export interface LiveOptions {
  /** The versions of these requests. */
  readonly versions: (ids: readonly string[]) => Promise<readonly { id: string; version: number }[]>;
  readonly views: (ids: readonly string[]) => Promise<readonly RequestView[]>;
  readonly sessionsOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly codesHold: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly onError: (error: unknown) => void;
  /** Streams open at once by one session or by one view token; with one more the oldest of them ends. */
  readonly mostPerSession: number;
  /** Streams open at once from one address; one more is not opened. */
  readonly mostPerAddress: number;
  /** How often the database is asked, in milliseconds: a revoked code ends its streams within a second. */
  readonly lookEveryMs?: number;
  readonly heartbeatMs?: number;
}

interface Card {
  readonly requestId: string;
  readonly grant: Grant;
  /** The session or the view token that it is open by, as a key. */
  readonly holder: string;
  readonly address: string;
  readonly stream: PassThrough;
  /** The version that its page has. */
  version: number;
}

export type Live = ReturnType<typeof createLive>;

/** A page that does not read gets no more than this, in bytes, and is then cut off. */
const mostUnread = 256 * 1024;

/** Names asked for in one statement. */
const sliceNames = 500;

const frameOf = (view: RequestView) =>
  `id: ${view.version}\nevent: ${streamEvents.request}\ndata: ${JSON.stringify(view)}\n\n`;

async function inSlices<T>(names: Iterable<string>, ask: (slice: string[]) => Promise<Iterable<T>>): Promise<T[]> {
  const all = [...new Set(names)];
  const found: T[] = [];
  for (let from = 0; from < all.length; from += sliceNames) {
    found.push(...(await ask(all.slice(from, from + sliceNames))));
  }
  return found;
}

/** Adds a card to the set of a key. */
const put = (sets: Map<string, Set<Card>>, key: string, card: Card) =>
  void sets.set(key, (sets.get(key) ?? new Set()).add(card));

/** Takes a card out of the set of a key, and an empty set out of the map. */
function take(sets: Map<string, Set<Card>>, key: string, card: Card): void {
  const set = sets.get(key);
  set?.delete(card);
  if (set?.size === 0) sets.delete(key);
}

const holderOf = (grant: Grant, requestId: string) =>
  grant.kind === 'session' ? `session ${grant.sessionId}` : `view ${requestId}`;

export function createLive(options: LiveOptions) {
  const { versions, views, sessionsOpen, codesHold, onError, mostPerSession, mostPerAddress } = options;
  const { lookEveryMs = 400, heartbeatMs = streamEvents.heartbeatMs } = options;
  /** The open cards: by request, by holder and by address, each set in the order in which they were opened. */
  const cards = new Map<string, Set<Card>>();
  const byHolder = new Map<string, Set<Card>>();
  const byAddress = new Map<string, Set<Card>>();
  let looking = false;
  let timers: NodeJS.Timeout[] = [];

  const all = () => [...cards.values()].flatMap((set) => [...set]);

  function remove(card: Card): void {
    if (!cards.get(card.requestId)?.has(card)) return;
    take(cards, card.requestId, card);
    take(byHolder, card.holder, card);
    take(byAddress, card.address, card);
    if (cards.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function write(card: Card, text: string): void {
    if (card.stream.writableLength + card.stream.readableLength > mostUnread) card.stream.destroy();
    else card.stream.write(text);
  }

  function end(card: Card, lastWords = ''): void {
    remove(card);
    if (!card.stream.writableEnded) card.stream.end(lastWords);
  }

  /** Shows a request as it stands to every card that has an older version. */
  function show(view: RequestView): void {
    const frames = { session: frameOf(view), view: frameOf(presentToViewToken(view)) };
    for (const card of cards.get(view.id) ?? []) {
      if (card.version >= view.version) continue;
      card.version = view.version;
      write(card, frames[card.grant.kind]);
      if (isOver(view)) end(card);
    }
  }

  async function showNewer(ids: readonly string[]): Promise<void> {
    const current = await inSlices(ids, versions);
    const newer = current.filter(({ id, version }) =>
      [...(cards.get(id) ?? [])].some((card) => card.version < version),
    );
    const changed = newer.map(({ id }) => id);
    for (const view of await inSlices(changed, views)) show(view);
  }

  async function lockDead(): Promise<void> {
    const grants = all().map(({ grant }) => grant);
    const sessions = grants.flatMap((grant) => (grant.kind === 'session' ? [grant.sessionId] : []));
    const codes = grants.flatMap((grant) => (grant.kind === 'view' ? [grant.codeId] : []));
    const open = new Set(await inSlices(sessions, sessionsOpen));
    const hold = new Set(await inSlices(codes, codesHold));
    const asked = new Set([...sessions, ...codes]);
    for (const card of all()) {
      const { grant } = card;
      const name = grant.kind === 'session' ? grant.sessionId : grant.codeId;
      const alive = grant.kind === 'session' ? open.has(name) : hold.has(name);
      if (asked.has(name) && !alive) end(card, `event: ${streamEvents.locked}\ndata: {}\n\n`);
    }
  }

  function look(): void {
    if (looking) return;
    looking = true;
    lockDead()
      .then(() => showNewer([...cards.keys()]))
      .catch(onError)
      .finally(() => {
        looking = false;
      });
  }

  function heartbeat(): void {
    for (const card of all()) write(card, ': still here\n\n');
  }

  return {
    /**
     * Opens a stream on a request. Undefined when its address has as many as it may have.
     *
     * @param seen the version that the page has, 0 for none
     * @param address what stands for the network address
     */
    open(view: RequestView, grant: Grant, seen: number, address: string): Readable | undefined {
      if ((byAddress.get(address)?.size ?? 0) >= mostPerAddress) return undefined;
      const holder = holderOf(grant, view.id);
      // A page that came back by another network may have left a connection that nobody has missed yet.
      const [oldest] = byHolder.get(holder) ?? [];
      if (oldest && (byHolder.get(holder)?.size ?? 0) >= mostPerSession) end(oldest);
      const card: Card = {
        requestId: view.id,
        grant,
        holder,
        address,
        stream: new PassThrough(),
        version: Math.min(seen, view.version),
      };
      const { stream } = card;
      stream.once('close', () => remove(card));
      stream.on('error', () => remove(card));
      put(cards, view.id, card);
      put(byHolder, holder, card);
      put(byAddress, address, card);
      if (timers.length === 0) timers = [setInterval(look, lookEveryMs), setInterval(heartbeat, heartbeatMs)];
      stream.write('retry: 1000\n\n');
      show(view);
      if (isOver(view)) end(card);
      return stream;
    },

    /** Says that a request changed here. */
    changed(requestId: string): void {
      if (cards.has(requestId)) showNewer([requestId]).catch(onError);
    },

    /** Ends every stream; their pages connect again, to another server or to this one when it is back. */
    endAll(): void {
      for (const card of all()) end(card);
    },

    size: () => all().length,
  };
}
