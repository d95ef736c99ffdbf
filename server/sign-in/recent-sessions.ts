/**
 * A short-lived cache of the sessions of open consoles, which are read together. So when a hundred consoles read something at once, one
 * read of all their sessions, less than a second old, is enough. A change of a session by this server clears the cache; a change by
 * another server shows with the next read.
 */
import type { DeskSession } from './session-state.ts';

/** How long a session is known after it was read, in milliseconds. */
const knownForMs = 900;

interface RecentSessionsOptions {
  /** Reads those of these sessions that are not over. */
  readonly read: (ids: readonly string[]) => Promise<readonly DeskSession[]>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export function createRecentSessions({ read, clockMs }: RecentSessionsOptions) {
  let byHash = new Map<string, DeskSession>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly DeskSession[]> | undefined;

  /** Reads sessions, and keeps them instead of those that were kept before. */
  async function keep(ids: readonly string[]): Promise<readonly DeskSession[]> {
    const askedAtMs = clockMs();
    const sessions = await read(ids);
    // If a session was changed during the read, the read may have an old state, so it is not kept.
    if (askedAtMs > changedAtMs) {
      byHash = new Map(sessions.map((session) => [session.row.token_hash, session]));
      readAtMs = askedAtMs;
    }
    return sessions;
  }

  const isFresh = () => clockMs() - readAtMs < knownForMs;

  return {
    keep,
    /** A session of an open console; undefined for any other, and for one that is over. */
    async find(tokenHash: string): Promise<DeskSession | undefined> {
      if (!byHash.has(tokenHash)) return undefined;
      if (!isFresh()) {
        // Callers that come during the read share it.
        reading ??= keep([...byHash.values()].map(({ row }) => row.id)).finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return isFresh() ? byHash.get(tokenHash) : undefined;
    },
    clear(): void {
      changedAtMs = clockMs();
      byHash.clear();
    },
  };
}
