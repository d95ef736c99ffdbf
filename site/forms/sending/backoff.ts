/** The pauses between tries, in milliseconds. */

/** After the server's 429, while the person looks on: about a minute in all. */
export const busyBackoffMs = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

/** For a queued submission that could not be sent. The last one repeats. */
export const queueBackoffMs = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;

/** Lengthens a backoff by up to a quarter, so that pages that failed together do not come back together. */
export const spreadOut = (backoffMs: number, spread: () => number): number =>
  Math.round(backoffMs * (1 + spread() / 4));
