/**
 * Puts a value into a map as the newest one. A map with more than `most` keys then loses the key that was put longest ago. A map keeps the
 * order of insertion, so its first key is that one.
 */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
