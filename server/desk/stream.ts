/**
 * The event streams of all consoles that are open at this server, and the queries that feed them. One query finds changes for all
 * consoles, whichever server or person made them. Another finds sessions that ended or were locked.
 */
import type { Readable } from 'node:stream';
import { type Changed, type ChangedThing, deskEvents, deskTimings } from '#contract/desk/live.ts';
import type { Ring, Rings } from '#contract/desk/live-endpoints.ts';
import type { DeskCaller } from '#server/caller.ts';
import type { Changes, Found } from '#server/changes/service.ts';
import type { Environment } from '#server/environment.ts';
import { createEventStreams, eventFrame, type OpenStream, type StreamFacts } from '#server/http/event-streams.ts';
import type { SessionState } from '#server/sign-in/service.ts';

interface DeskStreamOptions extends Pick<Environment, 'now' | 'clockMs'> {
  readonly changes: Pick<Changes, 'look'>;
  /** The states of these sessions by id. Sessions that have ended are left out. */
  readonly sessionStates: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionState>>;
  /** The current rings, by person. */
  readonly rings: () => Promise<ReadonlyMap<string, readonly Ring[]>>;
  /** Is told of each read that serves all consoles. */
  readonly onRead?: (what: 'sessions' | 'rings') => void;
  readonly onError: (error: unknown) => void;
  /** The most streams that one person may have open; another one is refused. */
  readonly mostPerPerson: number;
}

interface ConsoleFacts extends StreamFacts, DeskCaller {
  state: SessionState;
  /** Whether its first events were sent. No other event is sent before them. */
  begun: boolean;
  /** The list of the last `ring` event, as JSON. */
  rang: string;
}

type Console = OpenStream<ConsoleFacts>;

/** How often the database is asked for changes, in milliseconds; every second time also for sessions, so within a second. */
export const pollEveryMs = 300;

/** When more things of one topic change at once, the whole topic is reported as changed. */
const mostThings = 50;

/** The things that changed, each once. A topic with too many of them, or with a change of no single thing, gets the id null. */
export function compact(changes: readonly { readonly topic: ChangedThing['topic']; readonly about: string | null }[]) {
  const byTopic = Map.groupBy(changes, ({ topic }) => topic);
  return [...byTopic].flatMap(([topic, found]): ChangedThing[] => {
    const ids = new Set(found.map(({ about }) => about));
    return ids.size > mostThings || ids.has(null) ? [{ topic, id: null }] : [...ids].map((id) => ({ topic, id }));
  });
}

export function createDeskStream(options: DeskStreamOptions) {
  const { changes, sessionStates, rings, now, clockMs, onRead = () => {}, onError, mostPerPerson } = options;
  let looks = 0;
  let ringing: ReadonlyMap<string, readonly Ring[]> = new Map();
  let rangAtMs = Number.NEGATIVE_INFINITY;
  /** Whether a ring began, changed or ended since the rings were last read. */
  let ringsChanged = true;
  let reading: Promise<void> | undefined;

  const consoles = createEventStreams<ConsoleFacts>({
    mostPerHolder: Number.POSITIVE_INFINITY,
    mostPerCount: mostPerPerson,
    heartbeatMs: deskTimings.heartbeatMs,
    pollEveryMs,
    look: () => changes.look(pass),
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

  /**
   * Sends each console its list of rings: at once when the list changed, and again every `ringAgainMs` while it is not empty. The
   * list has only rings that the person has not seen.
   */
  function ringAll(): void {
    const again = clockMs() - rangAtMs >= deskTimings.ringAgainMs;
    if (again) rangAtMs = clockMs();
    for (const each of begun()) {
      const list = ringsOf(each);
      if (JSON.stringify(list) !== each.rang || (again && list.length > 0)) ring(each, list);
    }
  }

  /**
   * Reads the current rings, or joins a read under way. A change during a read sets `ringsChanged`, so the rings are read again.
   */
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

  async function pass(found: Found): Promise<void> {
    const everything = found === 'everything';
    const topics = everything ? [] : compact(found);
    looks += 1;
    // Even looks also read the sessions, odd looks the rings, so each of the two is read every 600 ms at most.
    const isEven = looks % 2 === 0;
    const mayHaveEnded = everything || topics.some(({ topic }) => topic === 'people');
    // Sessions are checked before changes are sent, so that a person whom this very change removed hears nothing of it.
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
     * Opens a stream. Its first events are `changed` with everything, or `locked` when the session is locked, and then the current
     * rings. Undefined when the person has the most streams that they may have.
     */
    async open({ personId, sessionId }: DeskCaller, state: SessionState): Promise<Readable | undefined> {
      const keys = { topic: personId, holder: sessionId, countedBy: personId };
      const opened = consoles.open({ ...keys, personId, sessionId, state, begun: false, rang: '' });
      if (!opened) return undefined;
      try {
        // Later changes are found by the regular looks. Looking now leaves no gap between those and the state that is read here.
        await consoles.lookNow();
        // While no console was open, nobody read the rings.
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

    /** Ends every stream. The pages connect again, to another server or to this one when it is back. */
    endAll: consoles.endAll,

    size: consoles.size,
  };
}
