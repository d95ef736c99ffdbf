/** Access codes as text: how one is made, written and named. How a typed one is read is in the contract. Pure. */
import { accessCodeLength, isWholeCode, readAccessCode } from '#contract/access-code.ts';
import { alphabet, idPattern } from '#contract/reference.ts';

/** All symbols of a code are secret: 12 symbols of 5 bits. */
export const secretBits = accessCodeLength * Math.log2(alphabet.length);

/** The code of the first bytes of some that nobody can guess. 256 is a multiple of the alphabet's 32 symbols, so each is equally likely. */
export const codeOfBytes = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, accessCodeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

/** A new code of 60 random bits. */
export const mintCode = (random: Pick<Crypto, 'getRandomValues'> = crypto): string =>
  codeOfBytes(random.getRandomValues(new Uint8Array(accessCodeLength)));

/** A code as people write it: `7K2M-90QF-3XVD`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** How an operator says which code: by its number, by its id, or by the code itself. */
export type CodeName = { readonly number: number } | { readonly id: string } | { readonly code: string };

/** Reads what an operator typed to name a code; undefined when it is no name. */
export function readCodeName(typed: string): CodeName | undefined {
  const text = typed.trim();
  if (/^[1-9]\d{0,8}$/.test(text)) return { number: Number(text) };
  if (idPattern.test(text.toLowerCase())) return { id: text.toLowerCase() };
  const code = readAccessCode(text);
  return isWholeCode(code) ? { code } : undefined;
}
