/** Keys that act without a modifier, unless somebody types or a dialog is open. The help switches them off (WCAG 2.1.4). */
import { useEffect } from 'react';
import { isComposing } from '#client/lib/composing.ts';
import { createStore, useStore } from '#client/lib/store.ts';

export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  /** What it does, for the help. */
  readonly says: string;
  readonly onPress: () => void;
}

/** One entry for each mounted list, the newest last, because a screen's key counts before the shell's. */
const lists = createStore<readonly (readonly Shortcut[])[]>([]);
const switchedOn = createStore(true);

export const useShortcutList = (): readonly Shortcut[] => useStore(lists).flat();
export const keysAreOn = (): boolean => switchedOn.get();
export const useKeysOn = (): boolean => useStore(switchedOn);
export const setKeysOn = (on: boolean): void => switchedOn.set(on);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, select, textarea') && !target.matches('[type=checkbox], [type=radio]')));

/** Whether a key was handled already, belongs to the browser or the system, or to an open dialog. */
export const isTakenKey = ({ defaultPrevented, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  defaultPrevented || altKey || ctrlKey || metaKey || document.querySelector('dialog:modal') !== null;

function press(event: KeyboardEvent): void {
  if (!switchedOn.get() || event.repeat || isTakenKey(event) || isComposing(event) || isTyping(event.target)) return;
  const found = [...lists.get()]
    .reverse()
    .flat()
    .find(({ key }) => key === event.key);
  if (!found) return;
  event.preventDefault();
  found.onPress();
}

/**
 * Offers keys while a component is mounted, and lists them in the help.
 *
 * @param shortcuts the same array in each render (`useMemo`); another one would be listed anew each time
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    if (lists.get().length === 0) addEventListener('keydown', press);
    lists.set([...lists.get(), shortcuts]);
    return () => {
      lists.set(lists.get().filter((list) => list !== shortcuts));
      if (lists.get().length === 0) removeEventListener('keydown', press);
    };
  }, [shortcuts]);
}
