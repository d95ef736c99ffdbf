/** Remembers recent entries, so that a page that requests the same record repeatedly makes only one entry. */

interface RecentOptions {
  readonly forMs: number;
  /** The most entries remembered. One that is forgotten too early is written again, which does no harm. */
  readonly most: number;
  readonly now: () => Date;
}

export function createRecent({ forMs, most, now }: RecentOptions) {
  /** The entries, in the order in which they were noted. */
  const noted = new Map<string, { readonly atMs: number; readonly done: Promise<void> }>();

  function makeRoom(): void {
    for (const [key, { atMs }] of noted) {
      if (noted.size < most && now().getTime() - atMs < forMs) return;
      noted.delete(key);
    }
  }

  return {
    /**
     * Calls `note`, unless it was called for this key within `forMs`. Resolves when the entry is noted, by this call or an earlier
     * one. A failed note is forgotten.
     */
    async once(key: string, note: () => Promise<void>): Promise<void> {
      const known = noted.get(key);
      const ageMs = now().getTime() - (known?.atMs ?? 0);
      // When the clock was set back, an earlier note must not stay valid for longer.
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
