/** Access codes as text: how one is made, read from what a person typed, and written. Pure. */
import { alphabet } from '#contract/reference.ts';

/** Symbols of a code, and how many of the first are its public selector. The rest is secret: 9 symbols of 5 bits. */
const codeLength = 12;
export const selectorLength = 3;
export const secretBits = (codeLength - selectorLength) * Math.log2(alphabet.length);

/** The selector of everything that cannot be a code. No code has it. */
const noSelector = '---';

const symbol = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** Letters that are no symbols and are taken for the ones they look like. */
const alike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

export interface ReadCode {
  readonly selector: string;
  /** Everything that counts of what was typed. */
  readonly code: string;
}

/** Reads a code in any case and spacing. Something that cannot be a code is read as well, and is the right one for nothing. */
export function readCode(typed: string): ReadCode {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => alike[letter] ?? letter)
    .slice(0, 2 * codeLength);
  return { selector: symbol.test(code) ? code.slice(0, selectorLength) : noSelector, code };
}

/** A new code of 60 random bits, 15 of which are the selector. */
export function mintCode(random: Pick<Crypto, 'getRandomValues'> = crypto): ReadCode {
  const bytes = random.getRandomValues(new Uint8Array(codeLength));
  // 256 is a multiple of the alphabet's 32 symbols, so each is equally likely.
  const code = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return { selector: code.slice(0, selectorLength), code };
}

/** A code as people write it: `7K2M-90QF-3XVD`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
