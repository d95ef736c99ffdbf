import { useNow } from '#client/lib/clock.ts';
import { ringEndsAtMs } from '#contract/desk/live.ts';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { useConnection, useRings } from '../lib/live.ts';
import { deskClock } from '../lib/session.ts';

interface OpenRings {
  readonly rings: readonly Ring[];
  /** How many rings were over by their time while the console was not connected. */
  readonly over: number;
  readonly nowMs: number;
}

/**
 * What rings for the signed-in person now. While the console is connected, the server says when a ring is over; otherwise its time
 * does, because no event comes.
 */
export function useOpenRings(): OpenRings {
  const all = useRings();
  const isLive = useConnection() === 'live';
  const nowMs = useNow(deskClock, all.length > 0);
  const rings = isLive ? all : all.filter((ring) => nowMs < ringEndsAtMs(ring));
  return { rings, over: all.length - rings.length, nowMs };
}

/** Says that rings are over by their time, and why nobody knows more. */
export const overText = (count: number): string =>
  `The 15 minutes of ${count === 1 ? 'a request that rang' : `${count} requests that rang`} are over. This page is not connected, so it does not know what became of ${count === 1 ? 'it' : 'them'}.`;
