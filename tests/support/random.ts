/** Randomness from a seed: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 up to 1. */
  next(): number;
  /** A whole number from `least` to `most`, including both. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** One of the names, drawn by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  fill<Bytes extends Uint8Array>(bytes: Bytes): Bytes;
}

/** The generator sfc32 (PractRand), which passes the usual tests and needs four words of state. */
export function createRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, (seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1];
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first words of neighbouring seeds are similar, so skip them.
  for (let round = 0; round < 12; round++) word();
  const next = () => word() / 2 ** 32;
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    shuffled: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [Name, number])[0];
    },
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = word() & 0xff;
      return bytes;
    },
  };
}
