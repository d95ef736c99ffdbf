/**
 * The sessions that were read a moment ago for the open consoles. A hundred consoles that read something again at once are known
 * by them without a read each. Whatever changes a session here empties them; what another server changes shows with the next
 * read, which comes within a second.
 */
import type { DeskSession } from './sessions.ts';

/** A session is known for so long after it was read, in milliseconds. */
const knownForMs = 900;

/** @param clockMs milliseconds of a clock that only goes forward */
export function createRecentSessions(clockMs: () => number) {
  let byHash = new Map<string, DeskSession>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Keeps what was read in the place of what was kept before. @param askedAtMs when the read began */
    keep(sessions: readonly DeskSession[], askedAtMs: number): void {
      // A session that was changed meanwhile was read as it stood before.
      if (askedAtMs <= changedAtMs) return;
      byHash = new Map(sessions.map((session) => [session.row.token_hash, session]));
      readAtMs = askedAtMs;
    },
    find: (tokenHash: string): DeskSession | undefined =>
      clockMs() - readAtMs < knownForMs ? byHash.get(tokenHash) : undefined,
    clear(): void {
      changedAtMs = clockMs();
      byHash.clear();
    },
  };
}
