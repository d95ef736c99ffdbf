/** The server's time in the browser. Every expiry uses it, because the computer's own clock may be hours wrong (R60). */
import { useCallback, useSyncExternalStore } from 'react';

/** The two clocks of a computer, in milliseconds. */
export interface Clocks {
  /** Counts from an arbitrary moment. Nobody can set it. It may stop while the computer sleeps. */
  readonly steady: () => number;
  /** Time since 1970 as the computer believes it to be. Anybody can set it at any time. */
  readonly wall: () => number;
}

export const browserClocks: Clocks = { steady: () => performance.now(), wall: () => Date.now() };

export interface ServerClock {
  /** The server's time in milliseconds since 1970. Before the first server message it is the computer's own time. */
  now(): number;
  /**
   * Corrects the clock by the response to a request.
   *
   * @param serverNow ISO-8601, when the server wrote the response
   * @param sentAtMs time on the steady clock when the request was sent
   */
  onResponse(serverNow: string, sentAtMs: number): void;
  /** Corrects the clock by an event that was not requested. It may have been under way for any length of time. */
  onEvent(serverNow: string): void;
  /**
   * Whether the computer slept, or its clock or the server's was set, since the last response. The steady clock is right after one
   * of these and wrong after another. Only a new response tells which one happened.
   */
  isDoubtful(): boolean;
}

/** A larger drift between the two clocks means that the computer slept or its clock was set. */
const maxDriftMs = 2000;
/** An event that seems to be older than this means that the server's clock was set back. Hardly any event takes so long to arrive. */
const maxLateMs = 30_000;

export function createServerClock({ steady, wall }: Clocks): ServerClock {
  /** Server time minus steady time. */
  let serverOffsetMs: number | undefined;
  /** Wall time minus steady time at the last response. */
  let wallOffsetMs = wall() - steady();
  let isSetBack = false;

  /** A message was written in the past, so the server's time is at least the time in the message. */
  function onEvent(serverNow: string): void {
    const minOffsetMs = Date.parse(serverNow) - steady();
    isSetBack ||= minOffsetMs < (serverOffsetMs ?? minOffsetMs) - maxLateMs;
    serverOffsetMs = Math.max(serverOffsetMs ?? minOffsetMs, minOffsetMs);
  }

  return {
    now: () => (serverOffsetMs === undefined ? wall() : steady() + serverOffsetMs),
    onEvent,
    onResponse(serverNow, sentAtMs) {
      // A response was written after its request was sent, which limits the offset from above.
      const maxOffsetMs = Date.parse(serverNow) - sentAtMs;
      if (serverOffsetMs !== undefined) serverOffsetMs = Math.min(serverOffsetMs, maxOffsetMs);
      onEvent(serverNow);
      wallOffsetMs = wall() - steady();
      isSetBack = false;
    },
    isDoubtful: () => isSetBack || Math.abs(wall() - steady() - wallOffsetMs) > maxDriftMs,
  };
}

/** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}

const secondMs = 1000;

const never = () => () => undefined;

/**
 * The time of a clock in whole steps, as milliseconds since 1970. While `running` it renders once a step, at the moment at which the
 * step ends. So all ages on a page change together, and two ages of one thing are never a second apart.
 *
 * @param stepMs a second, or a number of them
 */
export function useNow(clock: Pick<ServerClock, 'now'>, running: boolean, stepMs = secondMs): number {
  const step = () => Math.floor(clock.now() / stepMs) * stepMs;
  const everySecond = useCallback(
    (tick: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      // Each second, however long the step is: the timers of a computer that slept are late.
      const wait = () => {
        timer = setTimeout(
          () => {
            wait();
            tick();
          },
          secondMs - (clock.now() % secondMs),
        );
      };
      wait();
      return () => clearTimeout(timer);
    },
    [clock],
  );
  return useSyncExternalStore(running ? everySecond : never, step, step);
}
