/**
 * The one event stream of the console (`contract/desk/live.ts`): what changed, what rings, whether the session is locked or over. It
 * reconnects by itself. The server begins each connection by saying that everything may have changed, so all is read again.
 */
import { useEffect } from 'react';
import { anySignal } from '#client/lib/any-signal.ts';
import { sleep } from '#client/lib/clock.ts';
import { readStream } from '#client/lib/http.ts';
import { createEventReader, type StreamEvent } from '#client/lib/live-stream.ts';
import { readJson } from '#client/lib/storage.ts';
import { createStore, useStore } from '#client/lib/store.ts';
import { type Changed, deskEvents, deskStreamPath, deskTimings } from '#contract/desk/live.ts';
import { type Rings, rings as ringsSchema } from '#contract/desk/live-endpoints.ts';
import { readAgain } from './read.ts';
import { fetchAsShown } from './request.ts';
import { deskClock, refreshSessionState } from './session.ts';

/** `live`: what is shown is current. `connecting`: it may be old, and a connection is being made. */
export type Connection = 'live' | 'connecting';

const connection = createStore<Connection>('connecting');
/** When the connection was lost, by the server's clock. Before the first one it has always been away. */
let lostAtMs = Number.NEGATIVE_INFINITY;

function lose(): void {
  if (connection.get() === 'live') lostAtMs = deskClock.now();
  connection.set('connecting');
}

const noRings: Rings = { rings: [], serverNow: new Date(0).toISOString() };
const rings = createStore<Rings>(noRings);
const heard = new Set<(now: Rings) => void>();

export const useConnection = (): Connection => useStore(connection);

/**
 * Whether the console has been without a connection for longer than a heartbeat. A restart of the server or of a proxy, or a short
 * lack of network, is over sooner.
 */
export const useCutOff = (nowMs: number): boolean =>
  useConnection() !== 'live' && nowMs - lostAtMs >= deskTimings.heartbeatMs;

/** What rings for the signed-in person now. */
export const useRings = (): Rings['rings'] => useStore(rings).rings;

/** Takes the rings from the answer to a press of Seen, unless an event has told of newer ones meanwhile. */
export function setRings(now: Rings): void {
  if (Date.parse(now.serverNow) >= Date.parse(rings.get().serverNow)) rings.set(now);
}

/**
 * Calls `listener` for each `ring` event, also when it repeats the last one. The bell needs that: it sounds once for each event.
 */
export function onRing(listener: (now: Rings) => void): () => void {
  heard.add(listener);
  return () => heard.delete(listener);
}

const firstWaitMs = 500;
const longestWaitMs = 15_000;

function take({ type, data }: StreamEvent): void {
  const value = readJson(data);
  if (type === deskEvents.changed) readAgain(value as Changed);
  if (type === deskEvents.ring) {
    const read = ringsSchema.safeParse(value);
    if (!read.success) return;
    deskClock.onEvent(read.data.serverNow);
    rings.set(read.data);
    for (const listener of heard) listener(read.data);
  }
  const about: readonly string[] = [deskEvents.locked, deskEvents.unlocked, deskEvents.signedOut];
  if (about.includes(type)) void refreshSessionState();
}

const longestSilenceMs = 2 * deskTimings.heartbeatMs;
/** When the server was last heard, or a connection was last begun, by this browser's clock. */
let heardAtMs = Number.NEGATIVE_INFINITY;
const isSilent = (): boolean => Date.now() - heardAtMs > longestSilenceMs;

/** Follows a connection until it breaks, the server ends it, or it is silent for two heartbeats. Resolves to whether it opened. */
async function follow(signal: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    heardAtMs = Date.now();
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilenceMs);
  };
  let wasOpen = false;
  const read = createEventReader(take);
  expectMore();
  const status = await readStream(
    fetchAsShown,
    deskStreamPath,
    { signal: anySignal([signal, silence.signal]) },
    (piece) => {
      wasOpen = true;
      connection.set('live');
      expectMore();
      read(piece);
      // The connection may survive a short sleep, after which the ages on the screen count by a clock that stood still.
      if (deskClock.isDoubtful()) void refreshSessionState();
    },
  );
  clearTimeout(timer);
  if (status === 401 || status === 423) await refreshSessionState();
  return wasOpen;
}

/**
 * Follows the stream, and reconnects, until the signal is aborted. Returns a function that reconnects sooner: it gives up the
 * current connection, or shortens the wait for the next one.
 */
function followAgainAndAgain(leaving: AbortSignal): () => void {
  let hurrying = new AbortController();
  async function run(): Promise<void> {
    let waitMs = firstWaitMs;
    while (!leaving.aborted) {
      hurrying = new AbortController();
      const signal = anySignal([leaving, hurrying.signal]);
      const wasOpen = await follow(signal);
      if (leaving.aborted) return;
      lose();
      waitMs = wasOpen || hurrying.signal.aborted ? firstWaitMs : Math.min(2 * waitMs, longestWaitMs);
      // The random part keeps consoles from reconnecting all at the same moment after a restart of the server.
      await sleep(waitMs * (0.5 + Math.random() / 2), signal);
    }
  }
  void run();
  return () => hurrying.abort();
}

/** Follows the stream while `active`. */
export function useLive(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const connectAnew = followAgainAndAgain(signal);
    addEventListener('online', connectAnew, { signal });
    // Timers stand still while a computer sleeps, so the timer for silence fires up to half a minute late after it wakes.
    const shown = () => document.hidden || !isSilent() || connectAnew();
    document.addEventListener('visibilitychange', shown, { signal });
    return () => {
      leaving.abort();
      lose();
      rings.set(noRings);
    };
  }, [active]);
}
