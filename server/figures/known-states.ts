/**
 * Remembers how the rows of days stand, so that an open screen does not ask about two years at each look. A day is asked about anew
 * when something of it has changed since, as the features told (`touched.ts`); and in any case after some looks, so that a
 * change that nobody told of is found as well.
 */
import type { Day } from '#server/calendar.ts';
import type { NamedSpan } from '#server/database/open.ts';
import type { Touched } from './touched.ts';

/** What is asked about: how the rows of each day stand. */
export interface StateSource {
  readonly kind: string;
  readonly states: (spans: readonly NamedSpan[]) => Promise<ReadonlyMap<Day, string>>;
}

/** The number of a look. A state that was asked for at a look holds everything that was changed before it. */
export type Look = number;

interface KnownState {
  readonly state: string;
  readonly look: Look;
  /** The look at which it is asked for anew, whatever was told. */
  readonly dueAt: Look;
}

/** A state is asked for anew after so many looks, and at most twice as many: not all of them at one look. */
const looksHeld = 24;

export interface KnownStatesOptions {
  /** What has changed since it was asked the last time. It is not asked twice at once. */
  readonly touched: () => Promise<Touched>;
  /** The day of a time. */
  readonly dayOf: (at: string) => Day;
}

export function createKnownStates({ touched, dayOf }: KnownStatesOptions) {
  const byKind = new Map<string, Map<Day, KnownState>>();
  let looks: Look = 0;
  /** At which look anything may have changed, and at which one each day was touched. */
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
    // What a failed look had read is not told again, so anything may have changed.
    let found: Touched = 'everything';
    try {
      found = await touched();
    } finally {
      note(found);
    }
    return looks;
  }

  return {
    /** Begins a look: hears what has changed until now. */
    look(): Promise<Look> {
      const next = looking.then(takeLook);
      looking = next.catch(() => undefined);
      return next;
    },

    /**
     * How these days stand, at the look or later.
     *
     * @param openFrom from this day on rows come all the time, so each look asks about these days
     */
    async of(
      { kind, states }: StateSource,
      spans: readonly NamedSpan[],
      { look, openFrom }: { readonly look: Look; readonly openFrom: Day },
    ): Promise<ReadonlyMap<Day, string>> {
      const known = byKind.get(kind) ?? new Map<Day, KnownState>();
      byKind.set(kind, known);
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
