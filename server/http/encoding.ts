/** The content coding of a response: what the request accepts (RFC 9110 12.5.3), and the tag that goes with it. Pure. */

/** What we can send, best first. `identity` is the text as it is. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** A weight between 0 and 1 with at most three decimals (RFC 9110 12.4.2); 0 refuses. A weight that cannot be read counts as 0. */
const weightOf = (text: string | undefined): number => {
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
};

/** Every coding that a header names with its weight. `x-gzip` is another name of `gzip` (RFC 9110 8.4.1.3). */
function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [, coding = '', weight] = /^\s*([^\s;]+)\s*(?:;\s*q=([^\s;]*)\s*)?$/.exec(member) ?? [];
    if (coding) weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(weight));
  }
  return weights;
}

/** Below every weight that a header can give: the text as it is, which is accepted unless it is refused. */
const unnamedIdentity = 0.0001;

/**
 * The coding to send for an `accept-encoding` header: the one with the highest weight, of equal ones the smallest; undefined
 * when the header refuses all that we have.
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = weightsIn(header ?? '');
  const asterisk = weights.get('*');
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? asterisk ?? (encoding === 'identity' ? unnamedIdentity : 0);
  const [best = 'identity'] = encodings.toSorted((one, other) => weigh(other) - weigh(one));
  return weigh(best) > 0 ? best : undefined;
}

/** The strong tag of one coding: other bytes have another tag (RFC 9110 8.8.3). */
export const tagOf = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;

/** Whether `if-none-match` names the tag, compared weakly as it has to be (RFC 9110 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header?.trim() === '*') return true;
  return [...(header ?? '').matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag);
}
