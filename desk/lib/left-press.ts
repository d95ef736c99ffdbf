/** A press that failed after its screen was left. The person reads about it on the screen where they are by then. */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from '#client/lib/store.ts';

interface LeftPress {
  /** What was pressed on: `Sample Motors`. */
  readonly about: string;
  /** The path of its record inside the console. */
  readonly path: string;
  /** Why the press did not do what it says. */
  readonly why: string;
}

interface Told extends LeftPress {
  /** Counts the failed presses, so that the same words are announced again. */
  readonly count: number;
}

const told = createStore<Told | undefined>(undefined);

/** The last press that failed after its screen was left. */
export const useLeftPress = (): Told | undefined => useStore(told);

export const forgetLeftPress = (): void => told.set(undefined);

/** Returns a function that says whether the component is still on the screen. For use after a wait. */
function useIsShown(): () => boolean {
  const shown = useRef(false);
  // The cleanup of a layout effect runs as soon as the component is hidden, even while the next screen is still loading.
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}

/**
 * Returns a function that reports the result of a press: it calls `here` while the component is on the screen. After that it tells
 * the whole console why the press failed, if it did (`why`).
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
