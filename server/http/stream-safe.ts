/**
 * Bounds the time that Unicode normalisation takes. The marks on one letter are sorted in a time that grows with the square of
 * their number: 30,000 in a row blocked the server for seconds.
 */

/**
 * Thirty marks in a row, followed by another: the most that may be sorted together (UAX #15, 13). No language needs as many.
 * Half-width sound marks count, because normalisation makes marks of them.
 */
const marksTogether = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** Shorter texts are left unchanged, because sorting them takes no time: passwords, codes, names. */
const shortest = 2_500;
/** The deepest nesting that is looked at: no body holds a text deeper than in a list of its parameters. */
const deepest = 4;

/** Copies a body, with an invisible joiner after every thirty marks in a row of its long texts. */
export function streamSafe(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length < shortest ? value : value.replace(marksTogether, '$&\u034f');
  if (depth === deepest || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => streamSafe(part, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, streamSafe(part, depth + 1)]));
}
