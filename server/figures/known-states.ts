/**
 * Remembers the states of days' rows, so that an open screen does not query two years at each look. A day is queried again when a
 * feature reported a change of it (`touched.ts`). It is also queried again after some looks, to find unreported changes.
 */
import type { Day } from '#server/calendar.ts';
import type { NamedSpan } from '#server/database/open.ts';
import type { Touched } from './touched.ts';

/** Reads the states of the rows of each day. */
export interface StateSource {
  readonly kind: string;
  readonly states: (spans: readonly NamedSpan[]) => Promise<ReadonlyMap<Day, string>>;
}

/** The number of a look. A state that was read at a look includes every change made before the look. */
export type Look = number;

interface KnownState {
  readonly state: string;
  readonly look: Look;
  /** The look at which the state is read again even if no change was reported. */
  readonly dueAt: Look;
}

/**
 * A state is read again after this many looks at least and twice as many at most. The spread avoids reading all states at one look.
 */
const looksHeld = 24;

export interface KnownStatesOptions {
  /** Reads what has changed since the last call. Calls never overlap. */
  readonly touched: () => Promise<Touched>;
  readonly dayOf: (at: string) => Day;
}

export function createKnownStates({ touched, dayOf }: KnownStatesOptions) {
  const byKind = new Map<string, Map<Day, KnownState>>();
  let looks: Look = 0;
  /** The last look at which anything may have changed; `touchedAt` has the last look at which each day was reported. */
  let allTouchedAt: Look = 0;
  const touchedAt = new Map<Day, Look>();
  let looking: Promise<unknown> = Promise.resolve();

  function note(found: Touched): void {
    looks += 1;
    if (found === 'everything') {
      allTouchedAt = looks;
      touchedAt.clear();
      byKind.clear();
    } else for (const at of found) touchedAt.set(dayOf(at), looks);
  }

  async function takeLook(): Promise<Look> {
    // Changes that a failed look had read are not reported again, so anything may have changed.
    let found: Touched = 'everything';
    try {
      found = await touched();
    } finally {
      note(found);
    }
    return looks;
  }

  return {
    /** Begins a look: reads what has changed until now. */
    look(): Promise<Look> {
      const next = looking.then(takeLook);
      looking = next.catch(() => undefined);
      return next;
    },

    /**
     * The states of these days, read at this look or later.
     *
     * @param openFrom the first day that still gets new rows. It and later days are read at each look
     */
    async of(
      { kind, states }: StateSource,
      spans: readonly NamedSpan[],
      { look, openFrom }: { readonly look: Look; readonly openFrom: Day },
    ): Promise<ReadonlyMap<Day, string>> {
      const known = byKind.getOrInsertComputed(kind, () => new Map());
      const found = new Map<Day, string>();
      const asked = spans.filter(({ day }) => {
        const one = known.get(day);
        const holds =
          one !== undefined && one.look >= Math.max(allTouchedAt, touchedAt.get(day) ?? 0) && look < one.dueAt;
        if (!holds || day >= openFrom) return true;
        found.set(day, one.state);
        return false;
      });
      if (asked.length === 0) return found;
      const told = await states(asked);
      asked.forEach(({ day }, at) => {
        const state = told.get(day) ?? '';
        found.set(day, state);
        if (day < openFrom) known.set(day, { state, look, dueAt: look + looksHeld + (at % looksHeld) });
      });
      return found;
    },
  };
}
