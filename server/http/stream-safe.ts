/**
 * Texts that Unicode's normal forms can be made of in a time that grows with their length. The marks on one letter are sorted,
 * which takes a time that grows with the square of their number: 30,000 in a row held the server up for seconds.
 */

/** So many marks in a row may be sorted together (UAX #15, 13). No language has as many. What is of half width becomes a mark. */
const marksTogether = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

/** What is shorter is sorted in no time, and stays what it is: a password, a code, a name. */
const shortest = 2_500;
/** A list in the parameters of a body stands no deeper. */
const deepest = 4;

/** A body whose long texts have a joiner that nobody sees after each thirty marks in a row. */
export function streamSafe(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length < shortest ? value : value.replace(marksTogether, '$&\u034f');
  if (depth === deepest || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => streamSafe(part, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, streamSafe(part, depth + 1)]));
}
