/**
 * Chooses the content coding of a response by what the request accepts (RFC 9110 12.5.3), and makes the entity tag for it. Pure.
 */

/** The codings that we can send, best first. `identity` is the text without a coding. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Reads a weight between 0 and 1 with at most three decimals (RFC 9110 12.4.2); 0 refuses. An invalid weight counts as 0. */
const weightOf = (text: string | undefined): number => {
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
};

/** The codings that a header names, with their weights. `x-gzip` is another name of `gzip` (RFC 9110 8.4.1.3). */
function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [, coding = '', weight] = /^\s*([^\s;]+)\s*(?:;\s*q=([^\s;]*)\s*)?$/.exec(member) ?? [];
    if (coding) weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(weight));
  }
  return weights;
}

/** The weight of `identity` when the header does not name it: it is accepted, but below every weight that a header can give. */
const unnamedIdentity = 0.0001;

/**
 * The coding to send for an `accept-encoding` header: the one with the highest weight, and of equal ones the best in `encodings`.
 * Undefined when the header refuses all that we have.
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = weightsIn(header ?? '');
  const asterisk = weights.get('*');
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? asterisk ?? (encoding === 'identity' ? unnamedIdentity : 0);
  const [best = 'identity'] = encodings.toSorted((one, other) => weigh(other) - weigh(one));
  return weigh(best) > 0 ? best : undefined;
}

/** The strong entity tag of one coding: different bytes need different tags (RFC 9110 8.8.3). */
export const tagOf = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;

/** Whether an `if-none-match` header names the tag, by the weak comparison that it requires (RFC 9110 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header?.trim() === '*') return true;
  return [...(header ?? '').matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag);
}
