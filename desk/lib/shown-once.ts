/**
 * What is shown once: recovery codes, a secret, a link to hand over. It belongs to the console and not to the screen or the page of
 * the sign-in that asked for it. So neither Back nor a change of the session takes it away before its person has kept it.
 */
import type { ReactNode } from 'react';
import { createStore, useStore } from '#client/lib/store.ts';
import { isForSomebodyElse } from './request.ts';

interface ShownOnce {
  readonly title: string;
  /** Draws it. It calls `onKept` once the person says that they have kept it. */
  readonly draw: (onKept: () => void) => ReactNode;
}

const things = createStore<readonly ShownOnce[]>([]);

/**
 * Shows something until it is kept. Several things are shown one after the other.
 *
 * @param answer the server's answer that brought it. An answer for a person who has signed out meanwhile shows nothing
 */
export function showOnce(answer: object, thing: ShownOnce): void {
  if (!isForSomebodyElse(answer)) things.set([...things.get(), thing]);
}

/** The thing that is shown now. */
export const useShownOnce = (): ShownOnce | undefined => useStore(things)[0];

/** Takes away a thing that its person has kept. */
export const takeShown = (thing: ShownOnce): void => things.set(things.get().filter((one) => one !== thing));

/** Takes away everything, when its person has signed out. */
export const dropShown = (): void => things.set([]);
