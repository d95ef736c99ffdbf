import type { ServerClock } from '#client/lib/clock.ts';
import { finite, fitting, listOf, object, text } from '#client/lib/shape.ts';
import { readJson } from '#client/lib/storage.ts';
import { mostInsteadOf, requestTimings } from '#contract/agent-request.ts';
import type { PortalEnv } from '../env.ts';
import { unheardKey } from './unheard-key.ts';

const kept = object({ atMs: finite, ids: listOf(text) });

/**
 * Keeps the ids of the requests that were sent since the last one that is known to have arrived, the newest last. Any of them may
 * be at the server, or may still arrive, whatever was answered: a browser may send a request twice and receive only one of the two
 * answers. The tab keeps only the ids, over a reload too, for as long as a request waits for an agent, and at most `mostInsteadOf`
 * of them. That time passes by the server's clock, because the computer's own may be set between two presses.
 */
export function createUnheard({ storage }: Pick<PortalEnv, 'storage'>, clock: Pick<ServerClock, 'now'>) {
  return {
    ids(): readonly string[] {
      const found = fitting(kept, readJson(storage.read(unheardKey)));
      const ageMs = found ? Math.abs(clock.now() - found.atMs) : 0;
      return found && ageMs < requestTimings.expireAfterMs ? found.ids : [];
    },
    keep(ids: readonly string[]): void {
      if (ids.length === 0) storage.remove(unheardKey);
      else storage.write(unheardKey, JSON.stringify({ atMs: clock.now(), ids: ids.slice(-mostInsteadOf) }));
    },
  };
}
