import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** A store's value, in a component. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
