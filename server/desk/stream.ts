/**
 * The event stream of the console: every console that is open at this server, and the queries that feed them. One query for all of
 * them finds changes, whoever made them and at whichever server. A second one finds sessions that ended or were locked.
 */
import type { Readable } from 'node:stream';
import { type Changed, type ChangedThing, deskEvents, deskTimings } from '#contract/desk/live.ts';
import type { Ring, Rings } from '#contract/desk/live-endpoints.ts';
import type { Changes } from '#server/changes/service.ts';
import { createEventStreams, eventFrame, type OpenStream, type StreamFacts } from '#server/http/event-streams.ts';
import type { SessionState } from '#server/sign-in/service.ts';

export interface DeskStreamOptions {
  readonly changes: Pick<Changes, 'look'>;
  /** How the sessions of these ids stand; those that are over are left out. */
  readonly sessionStates: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionState>>;
  /** What rings, by person. */
  readonly rings: () => Promise<ReadonlyMap<string, readonly Ring[]>>;
  readonly now: () => Date;
  /** Counts what is read for all consoles. */
  readonly onRead?: (what: 'sessions' | 'rings') => void;
  readonly onError: (error: unknown) => void;
  /** Streams open at once by one person; one more is not opened. */
  readonly mostPerPerson: number;
}

/** Who opens a stream. */
export interface Follower {
  readonly personId: string;
  readonly sessionId: string;
}

interface ConsoleFacts extends StreamFacts, Follower {
  state: SessionState;
  /** Its first events were sent. Until then it is told nothing else. */
  begun: boolean;
  /** The list of the last `ring` event, as text. */
  rang: string;
}

type Console = OpenStream<ConsoleFacts>;

/** How often the database is asked what changed, in milliseconds; at every second look also about sessions. Both are within a second. */
export const lookEveryMs = 300;

/** More things of a topic than this at once are told as the whole topic. */
const mostThings = 50;

/** The things that changed, each once. */
export function compact(changes: readonly { readonly topic: ChangedThing['topic']; readonly about: string | null }[]) {
  const byTopic = Map.groupBy(changes, ({ topic }) => topic);
  return [...byTopic].flatMap(([topic, found]): ChangedThing[] => {
    const ids = new Set(found.map(({ about }) => about));
    return ids.size > mostThings || ids.has(null) ? [{ topic, id: null }] : [...ids].map((id) => ({ topic, id }));
  });
}

export function createDeskStream(options: DeskStreamOptions) {
  const { changes, sessionStates, rings, now, onRead = () => {}, onError, mostPerPerson } = options;
  let looks = 0;
  let ringing: ReadonlyMap<string, readonly Ring[]> = new Map();
  let rangAtMs = 0;
  /** A ring began, changed or ended since the rings were read. */
  let ringsChanged = true;
  let reading: Promise<void> | undefined;

  const consoles = createEventStreams<ConsoleFacts>({
    mostPerHolder: Number.POSITIVE_INFINITY,
    mostPerCount: mostPerPerson,
    heartbeatMs: deskTimings.heartbeatMs,
    lookEveryMs,
    look,
    onError,
  });

  const begun = () => consoles.all().filter((each) => each.begun);

  const tell = (to: Console, data: Changed) => consoles.write(to, eventFrame(deskEvents.changed, data));

  function ring(to: Console, list: readonly Ring[]): void {
    to.rang = JSON.stringify(list);
    const data: Rings = { rings: [...list], serverNow: now().toISOString() };
    consoles.write(to, eventFrame(deskEvents.ring, data));
  }

  const ringsOf = ({ personId }: Console) => ringing.get(personId) ?? [];

  /** A console hears at once of a ring that is new to it or ended, and of one that it has not seen again and again. */
  function ringAll(): void {
    const again = now().getTime() - rangAtMs >= deskTimings.ringAgainMs;
    if (again) rangAtMs = now().getTime();
    for (const each of begun()) {
      const list = ringsOf(each);
      if (JSON.stringify(list) !== each.rang || (again && list.length > 0)) ring(each, list);
    }
  }

  /** Reads what rings, or joins the read that is under way. What changes meanwhile is read again. */
  function readRings(): Promise<void> {
    const read = async () => {
      onRead('rings');
      ringsChanged = false;
      try {
        ringing = await rings();
      } catch (error) {
        ringsChanged = true;
        throw error;
      } finally {
        reading = undefined;
      }
    };
    reading ??= read();
    return reading;
  }

  async function followSessions(): Promise<void> {
    const asked = new Set(consoles.all().map(({ sessionId }) => sessionId));
    if (asked.size === 0) return;
    onRead('sessions');
    const states = await sessionStates([...asked]);
    for (const each of begun()) {
      if (!asked.has(each.sessionId)) continue;
      const state = states.get(each.sessionId);
      if (state === undefined) consoles.end(each, eventFrame(deskEvents.signedOut, {}));
      else if (state !== each.state) {
        each.state = state;
        consoles.write(each, eventFrame(state === 'locked' ? deskEvents.locked : deskEvents.unlocked, {}));
        if (state === 'open') tell(each, { topics: [], everything: true });
      }
    }
  }

  async function look(): Promise<void> {
    const found = await changes.look();
    const everything = found === 'everything';
    const topics = everything ? [] : compact(found);
    looks += 1;
    // Two looks of three tenths of a second share the other reads: sessions at one of them, rings at the other.
    const isEven = looks % 2 === 0;
    const mayHaveEnded = everything || topics.some(({ topic }) => topic === 'people');
    // Before anything is told: whoever was removed in this very change hears nothing of it.
    if (mayHaveEnded || isEven) await followSessions();
    if (everything || topics.length > 0) {
      const data: Changed = everything ? { topics: [], everything: true } : { topics };
      for (const each of begun()) if (each.state === 'open') tell(each, data);
    }
    ringsChanged ||= everything || topics.some(({ topic }) => topic === 'rings');
    if (ringsChanged && !isEven) await readRings();
    ringAll();
  }

  return {
    /**
     * Opens a stream. It begins with `changed`, everything, and with what rings. Undefined when its person has as many as one
     * may have.
     */
    async open({ personId, sessionId }: Follower, state: SessionState): Promise<Readable | undefined> {
      const keys = { topic: personId, holder: sessionId, countedBy: personId };
      const opened = consoles.open({ ...keys, personId, sessionId, state, begun: false, rang: '' });
      if (!opened) return undefined;
      try {
        // What changes from here on is found by the looks, so that nothing lies between them and what is read now.
        await consoles.lookNow();
        // Nobody followed the rings while no console was open.
        if (ringsChanged || begun().length === 0) await readRings();
      } catch (error) {
        consoles.end(opened);
        throw error;
      }
      opened.begun = true;
      if (state === 'open') tell(opened, { topics: [], everything: true });
      else consoles.write(opened, eventFrame(deskEvents.locked, {}));
      ring(opened, ringsOf(opened));
      return opened.stream;
    },

    /** Ends every stream; their pages connect again, to another server or to this one when it is back. */
    endAll: consoles.endAll,

    size: consoles.size,
  };
}
