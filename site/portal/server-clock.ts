/** The server's time in the browser. Every expiry is reckoned by it: the computer's own clock may be hours off (R60). */

/** The clocks of a computer, in milliseconds. */
export interface Clocks {
  /** Set by nobody, counted from any moment; it may stand still while the computer sleeps. */
  readonly steady: () => number;
  /** Since 1970, as far as the computer knows; anybody may set it at any time. */
  readonly wall: () => number;
}

export interface ServerClock {
  /** The server's time in milliseconds since 1970; until anything was heard, the computer's own. */
  now(): number;
  /**
   * Takes the time in an answer.
   *
   * @param serverNow ISO-8601, when the server wrote the answer
   * @param sentAtMs on the steady clock, when the question went out
   */
  answered(serverNow: string, sentAtMs: number): void;
  /** Takes the time in news that nobody asked for. They may have been on their way for any time. */
  heard(serverNow: string): void;
  /**
   * Whether the computer slept or its clock was set since the last answer. The steady clock is right after one of the two
   * and wrong after the other, and only an answer of the server tells which it was.
   */
  isDoubtful(): boolean;
}

/** By how much the two clocks may drift apart before that means something. */
const driftMs = 2000;

export function createServerClock({ steady, wall }: Clocks): ServerClock {
  /** How far the server's time is ahead of the steady clock. */
  let aheadMs: number | undefined;
  /** How far the wall clock was ahead of the steady one at the last answer. */
  let wallAheadMs = wall() - steady();

  /** What was written is in the past, so the server's time is not behind it. */
  function heard(serverNow: string): void {
    const leastMs = Date.parse(serverNow) - steady();
    aheadMs = Math.max(aheadMs ?? leastMs, leastMs);
  }

  return {
    now: () => (aheadMs === undefined ? wall() : steady() + aheadMs),
    heard,
    answered(serverNow, sentAtMs) {
      // It was written after the question went out, so the server's time is not ahead of that either.
      const mostMs = Date.parse(serverNow) - sentAtMs;
      if (aheadMs !== undefined) aheadMs = Math.min(aheadMs, mostMs);
      heard(serverNow);
      wallAheadMs = wall() - steady();
    },
    isDoubtful: () => Math.abs(wall() - steady() - wallAheadMs) > driftMs,
  };
}
