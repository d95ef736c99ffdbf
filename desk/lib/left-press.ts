/** The result of a press whose screen was left before the server responded. Its person reads it on the screen where they are by then. */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from '#client/lib/store.ts';

export interface LeftPress {
  /** What was pressed on: `Sample Motors`. */
  readonly about: string;
  /** The path of its record inside the console. */
  readonly path: string;
  /** Why the press did not do what it says. */
  readonly why: string;
}

interface Told extends LeftPress {
  /** Counts, so that the same words are announced again. */
  readonly count: number;
}

const told = createStore<Told | undefined>(undefined);

/** The last press that failed after its screen was left. */
export const useLeftPress = (): Told | undefined => useStore(told);

export const forgetLeftPress = (): void => told.set(undefined);

/** Whether the component is still on the screen; for what comes later than it is drawn. */
function useIsShown(): () => boolean {
  const shown = useRef(false);
  // A layout effect ends as soon as the component is hidden, also while the screen that follows is still being loaded.
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}

/**
 * Makes what says why a press failed, or nothing when it did not: by `here` while the component is on the screen, and to the whole
 * console afterwards.
 */
export function useTellFailure(): (press: Omit<LeftPress, 'why'>, why: string | undefined, here: () => void) => void {
  const isShown = useIsShown();
  return useCallback(
    (press, why, here) => {
      if (isShown()) here();
      else if (why !== undefined) told.set({ ...press, why, count: (told.get()?.count ?? 0) + 1 });
    },
    [isShown],
  );
}
