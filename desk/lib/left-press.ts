/** A press that failed after its screen was left. The person reads about it on the screen where they are by then. */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { createStore, useStore } from '#client/lib/store.ts';
import { currentPersonId, currentSessionState } from './session.ts';

interface Told {
  /** What was pressed on: `Sample Motors`. Empty when its screen has no better name for it than its own. */
  readonly about: string;
  /** The path of its record or screen inside the console. */
  readonly path: string;
  /** Why the press did not do what it says. */
  readonly why: string;
  /** Counts the failed presses, so that the same words are announced again. */
  readonly count: number;
  readonly personId: string;
}

const told = createStore<Told | undefined>(undefined);

/** The last press of the signed-in person that failed after its screen was left. */
export function useLeftPress(): Told | undefined {
  const press = useStore(told);
  return press?.personId === currentPersonId() ? press : undefined;
}

export const forgetLeftPress = (): void => told.set(undefined);

/** Forgets the press when it was made at this path. */
export function forgetLeftPressAt(path: string): void {
  if (told.get()?.path === path) forgetLeftPress();
}

type Tell = (press: Pick<Told, 'about' | 'path'>, why: string | undefined, here?: () => void) => void;

/**
 * Returns a function that reports the result of a press. While the component is on the screen it calls `here`. Otherwise, and without
 * `here`, the current screen shows why the press failed (`why`), if it did.
 */
export function useTellFailure(): Tell {
  const shown = useRef(false);
  /** The signed-in person while the component is on the screen; undefined on the pages of the sign-in. */
  const personId = useRef<string>(undefined);
  // The cleanup of a layout effect runs as soon as the component is hidden, even while the next screen is still loading.
  useLayoutEffect(() => {
    shown.current = true;
    const session = currentSessionState();
    personId.current = session.state === 'signed-in' ? session.person.id : undefined;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback((press, why, here) => {
    if (shown.current && here) here();
    else if (why !== undefined && personId.current !== undefined) {
      told.set({ ...press, why, personId: personId.current, count: (told.get()?.count ?? 0) + 1 });
    }
  }, []);
}

/**
 * The same for a part of a screen that knows no path of its own: the press is told with the path on which it was made.
 *
 * @param about what is pressed on, when that has a better name than the screen
 */
export function useTellFailureHere(about = ''): (why: string | undefined, here: () => void) => void {
  const tell = useTellFailure();
  const [path] = useLocation();
  const place = useRef({ about, path });
  useLayoutEffect(() => {
    place.current = { about, path };
  }, [about, path]);
  return useCallback((why, here) => tell(place.current, why, here), [tell]);
}
