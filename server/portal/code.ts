/** Access codes as text: how one is made, read from what a person typed, written, and named. Pure. */
import { alphabet, idPattern } from '#contract/reference.ts';

/** Symbols of a code. All of them are secret: 12 symbols of 5 bits. */
const codeLength = 12;
export const secretBits = codeLength * Math.log2(alphabet.length);

const wholeCode = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** Letters that are no symbols and are taken for the ones they look like. */
const alike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * Reads a code in any case and spacing: everything that counts of what was typed. Text that cannot be a code is read as
 * well, and is the right one for nothing.
 */
export const readCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => alike[letter] ?? letter)
    .slice(0, 2 * codeLength);

/** A new code of 60 random bits. */
export function mintCode(random: Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = random.getRandomValues(new Uint8Array(codeLength));
  // 256 is a multiple of the alphabet's 32 symbols, so each is equally likely.
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** A code as people write it: `7K2M-90QF-3XVD`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** How an operator says which code: by its number, by its id, or by the code itself. */
export type CodeName = { readonly number: number } | { readonly id: string } | { readonly code: string };

/** Reads what an operator typed to name a code; undefined when it is no name. */
export function readCodeName(typed: string): CodeName | undefined {
  const text = typed.trim();
  if (/^[1-9]\d{0,8}$/.test(text)) return { number: Number(text) };
  if (idPattern.test(text.toLowerCase())) return { id: text.toLowerCase() };
  const code = readCode(text);
  return wholeCode.test(code) ? { code } : undefined;
}
