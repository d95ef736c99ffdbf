import { useNow } from '#client/lib/clock.ts';
import { ringEndsAtMs } from '#contract/desk/live.ts';
import { useCutOff, useRings } from '../lib/live.ts';
import { deskClock } from '../lib/session.ts';

/**
 * What rings for the signed-in person now. The server says when a ring is over. Its time does once the console has not been
 * connected for a while, because no event comes then; not sooner, because some rings last longer (`ringEndsAtMs`).
 */
export function useOpenRings() {
  const all = useRings();
  const nowMs = useNow(deskClock, all.length > 0);
  const isCutOff = useCutOff(nowMs);
  const rings = isCutOff ? all.filter((ring) => nowMs < ringEndsAtMs(ring)) : all;
  return {
    rings,
    /** How many rings are over by their time while the console is not connected. */
    over: all.length - rings.length,
    nowMs,
  };
}

/** Says that rings are over by their time, and why nobody knows more. */
export const overText = (count: number): string =>
  `The 15 minutes of ${count === 1 ? 'a request that rang' : `${count} requests that rang`} are over. This page is not connected, so it does not know what became of ${count === 1 ? 'it' : 'them'}.`;
