/**
 * Makes a function that shares promises: a call under a key gets the promise of an earlier call that is still under way, so that
 * a second press does nothing of its own.
 */
export function createSharedPromises<Value>() {
  const underWay = new Map<string, Promise<Value>>();
  return (key: string, work: () => Promise<Value>): Promise<Value> => {
    const first = underWay.get(key);
    if (first) return first;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
