/**
 * The sessions of the open consoles, read together. A hundred consoles that read something again at once are known by one read
 * of all of them, less than a second old. Whatever changes a session here empties them; what another server changes shows with
 * the next read.
 */
import type { DeskSession } from './session-state.ts';

/** How long a session is known after it was read, in milliseconds. */
const knownForMs = 900;

export interface RecentSessionsOptions {
  /** Those of these sessions that are not over. */
  readonly read: (ids: readonly string[]) => Promise<readonly DeskSession[]>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export function createRecentSessions({ read, clockMs }: RecentSessionsOptions) {
  let byHash = new Map<string, DeskSession>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly DeskSession[]> | undefined;

  /** Reads sessions, and keeps them in the place of those that were kept before. */
  async function keep(ids: readonly string[]): Promise<readonly DeskSession[]> {
    const askedAtMs = clockMs();
    const sessions = await read(ids);
    // A session that was changed meanwhile was read as it stood before.
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
        // Everybody who asks meanwhile gets the same read.
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
