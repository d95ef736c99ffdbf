/** Remembers recent entries, so that a page that asks for the same record again and again makes one entry. */

export interface RecentOptions {
  readonly forMs: number;
  /** How many are remembered. What is forgotten too early is noted once more, which does no harm. */
  readonly most: number;
  readonly now: () => Date;
}

export function createRecent({ forMs, most, now }: RecentOptions) {
  /** In the order in which they were noted. */
  const noted = new Map<string, { readonly atMs: number; readonly done: Promise<void> }>();

  function makeRoom(): void {
    for (const [key, { atMs }] of noted) {
      if (noted.size < most && now().getTime() - atMs < forMs) return;
      noted.delete(key);
    }
  }

  return {
    /**
     * Calls `note` unless it was called for this key a short while ago. Resolves when it is noted, whoever began it; a note
     * that fails is forgotten.
     */
    async once(key: string, note: () => Promise<void>): Promise<void> {
      const known = noted.get(key);
      const ageMs = now().getTime() - (known?.atMs ?? 0);
      // A clock that was set back must not keep a note alive.
      if (known && ageMs >= 0 && ageMs < forMs) return known.done;
      noted.delete(key);
      makeRoom();
      const entry = { atMs: now().getTime(), done: note() };
      noted.set(key, entry);
      try {
        await entry.done;
      } catch (error) {
        if (noted.get(key) === entry) noted.delete(key);
        throw error;
      }
    },
  };
}
