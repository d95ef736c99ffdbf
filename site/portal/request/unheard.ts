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
 *
 * A browser that duplicates a tab copies the ids. The document that sent a request holds a lock with its id, so the copy can tell
 * that the request belongs to another tab.
 */
export function createUnheard(
  { storage, clocks, locks }: Pick<PortalEnv, 'storage' | 'clocks' | 'locks'>,
  clock: Pick<ServerClock, 'now'>,
) {
  /** Releases the locks of this document, by id. */
  const releases = new Map<string, () => void>();

  /** Takes the lock of an id. False when another document holds it. */
  const take = (id: string) =>
    new Promise<boolean>((answer) => {
      if (!locks || releases.has(id)) return answer(true);
      const released = new Promise<void>((release) => releases.set(id, release));
      const hold = (lock: Lock | null) => {
        answer(lock !== null);
        return lock && released;
      };
      // A browser may refuse to use locks. Then nobody can tell whose the request is.
      locks.request(`${unheardKey}.${id}`, { ifAvailable: true }, hold).catch(() => answer(true));
    });

  function ids(): readonly string[] {
    const found = fitting(kept, readJson(storage.read(unheardKey)));
    if (!found) return [];
    const { atMs, deviceMs = atMs, ids } = found;
    const ageMs = Math.min(Math.abs(clock.now() - atMs), Math.abs(clocks.wall() - deviceMs));
    return ageMs < requestTimings.expireAfterMs ? ids : [];
  }

  function keep(next: readonly string[]): void {
    if (next.length === 0) storage.remove(unheardKey);
    else {
      const times = { atMs: clock.now(), deviceMs: clocks.wall() };
      storage.write(unheardKey, JSON.stringify({ ...times, ids: next.slice(-mostInsteadOf) }));
    }
    for (const id of next) void take(id);
    for (const [id, release] of releases) {
      if (next.includes(id)) continue;
      releases.delete(id);
      release();
    }
  }

  return {
    ids,
    keep,
    /** Forgets the ids that belong to another tab. */
    async leaveOthers(): Promise<void> {
      const copied = ids();
      const own = await Promise.all(copied.map(take));
      const others = copied.filter((_, at) => !own[at]);
      if (others.length > 0) keep(ids().filter((id) => !others.includes(id)));
    },
  };
}
