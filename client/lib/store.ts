import { useSyncExternalStore } from 'react';

/** A value that changes, with listeners that are called after each change. */
interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** @returns a function that removes the listener */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The store's value in a component, which renders again after each change.
 * @param prerendered the value that the served document shows, for a store that may change before hydration
 */
export const useStore = <Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>, prerendered?: () => Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, prerendered ?? store.get);
