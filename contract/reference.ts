/** Crockford's base 32: no I, L, O or U, so a reference survives being read out over the telephone. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference as the person sees it. */
export const referencePattern = /^BX-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * The reference number of a lead: the first 40 random bits of its id. So the page can show it before and after the response, and
 * the server needs no second number. It names a lead to people; it is neither a key nor a secret.
 *
 * @param leadId a UUID of version 4
 */
export function referenceOf(leadId: string): string {
  let bits = BigInt(`0x${leadId.replaceAll('-', '').slice(0, 10)}`);
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

/** Makes a version 4 UUID, also on plain http, where browsers have no `crypto.randomUUID`. */
export function mintId(random: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto): string {
  const uuid = random.randomUUID?.();
  if (uuid) return uuid;
  const bytes = random.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A UUID of version 4 in lower case. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
