/** Access codes as text: which typed characters count. The server reads a code with this, and the dialog counts the symbols. */
import { alphabet } from './reference.ts';

/** The number of symbols in a code. */
export const accessCodeLength = 12;

/** Letters that no code contains, with the symbol that each one looks like. */
const alike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const wholeCode = new RegExp(`^[${alphabet}]{${accessCodeLength}}$`);

/**
 * The letters and digits of what was typed, in upper case, with look-alike letters replaced; at most twice the length of a code.
 * Text that cannot be a code is read too: it opens nothing.
 */
export const readAccessCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => alike[letter] ?? letter)
    .slice(0, 2 * accessCodeLength);

/** Whether text that `readAccessCode` returned has the form of a code. */
export const isWholeCode = (read: string): boolean => wholeCode.test(read);
