/** Crockford's base 32: no I, L, O or U, so a reference survives being read out over the telephone. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference as the person sees it. */
export const referencePattern = /^BX-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * The reference number of a lead: 40 random bits of its id, the last ones of a version 7 and the first ones of a version 4. So the
 * page can show it before and after the response, and the server needs no second number. It names a lead to people; it is neither
 * a key nor a secret.
 *
 * @param leadId a UUID of version 7 or 4
 */
export function referenceOf(leadId: string): string {
  const digits = leadId.replaceAll('-', '');
  let bits = BigInt(`0x${digits[12] === '7' ? digits.slice(-10) : digits.slice(0, 10)}`);
  let text = '';
  for (let digit = 0; digit < 8; digit++) {
    text = `${alphabet.charAt(Number(bits & 31n))}${text}`;
    bits >>= 5n;
  }
  return `BX-${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * A reference in its stored form, from what was read out or typed: any case and spacing, with or without `BX`, O for 0, I and L for
 * 1. Undefined when the text cannot be one.
 */
export function readReference(typed: string): string | undefined {
  const symbols = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const eight = symbols.length === 10 && symbols.startsWith('BX') ? symbols.slice(2) : symbols;
  if (eight.length !== 8 || [...eight].some((symbol) => !alphabet.includes(symbol))) return undefined;
  return `BX-${eight.slice(0, 4)}-${eight.slice(4)}`;
}

/**
 * Makes a UUID of version 7 (RFC 9562, 5.7): 48 bits of the clock's milliseconds, then 74 random bits. Ids of about the same time
 * are neighbours in every index, so the database writes few pages for them (docs/decisions/0208). A wrong clock costs only that.
 */
export function mintId(): string {
  // Browsers have no `crypto.randomUUID` on plain http.
  const [a, b, c] = Array.from(crypto.getRandomValues(new Uint32Array(3)), BigInt) as [bigint, bigint, bigint];
  const clock = BigInt.asUintN(48, BigInt(Date.now()));
  const bits = (clock << 80n) | (7n << 76n) | ((a >> 20n) << 64n) | (2n << 62n) | ((b >> 2n) << 32n) | c;
  return uuidOf(bits.toString(16).padStart(32, '0'));
}

/** Writes 32 hexadecimal digits as a UUID. */
export const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A UUID of version 7, or of version 4 as earlier builds and other programs mint it, in lower case. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The last eight characters of an id: random ones, so they tell a thing from others on a screen. */
export const shortIdOf = (id: string): string => id.slice(-8);
