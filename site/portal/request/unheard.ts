import type { ServerClock } from '#client/lib/clock.ts';
import { finite, fitting, listOf, object, optional, text } from '#client/lib/shape.ts';
import { readJson } from '#client/lib/storage.ts';
import { mostInsteadOf, requestTimings } from '#contract/agent-request.ts';
import type { PortalEnv } from '../env.ts';
import { unheardKey } from './unheard-key.ts';

/** `atMs` is a time of the server, `deviceMs` the same moment by this device. */
const kept = object({ atMs: finite, deviceMs: optional(finite), ids: listOf(text) });

/**
 * Keeps the ids of the requests that were sent since the last one that is known to have arrived, the newest last. Any of them may
 * be at the server, or may still arrive, whatever was answered: a browser may send a request twice and receive only one of the two
 * answers. The tab keeps only the ids, over a reload too, for as long as a request waits for an agent, and at most `mostInsteadOf`
 * of them. That time is over when both the server's clock and the device's own say so, because either may be set between two presses.
 * An id that is kept for too long does no harm.
 */
export function createUnheard(
  { storage, clocks }: Pick<PortalEnv, 'storage' | 'clocks'>,
  clock: Pick<ServerClock, 'now'>,
) {
  return {
    ids(): readonly string[] {
      const found = fitting(kept, readJson(storage.read(unheardKey)));
      if (!found) return [];
      const { atMs, deviceMs = atMs, ids } = found;
      const ageMs = Math.min(Math.abs(clock.now() - atMs), Math.abs(clocks.wall() - deviceMs));
      return ageMs < requestTimings.expireAfterMs ? ids : [];
    },
    keep(ids: readonly string[]): void {
      if (ids.length === 0) storage.remove(unheardKey);
      else {
        const times = { atMs: clock.now(), deviceMs: clocks.wall() };
        storage.write(unheardKey, JSON.stringify({ ...times, ids: ids.slice(-mostInsteadOf) }));
      }
    },
  };
}
