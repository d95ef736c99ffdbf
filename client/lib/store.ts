/** A value that changes, and whoever wants to hear of it. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** @returns stops listening */
  subscribe(listen: () => void): () => void;
}

export function createStore<Value>(start: Value): Store<Value> {
  let value = start;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listen of listeners) listen();
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}
