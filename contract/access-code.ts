/** Access codes as text: which of the typed characters count. The server reads a code with it, and the dialog counts the symbols. */
import { alphabet } from './reference.ts';

/** Symbols of a code. */
export const accessCodeLength = 12;

/** Letters that are no symbols and are taken for the ones they look like. */
const alike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const wholeCode = new RegExp(`^[${alphabet}]{${accessCodeLength}}$`);

/**
 * Everything that counts of what was typed, in any case and spacing. Text that cannot be a code is read as well; it opens
 * nothing.
 */
export const readAccessCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => alike[letter] ?? letter)
    .slice(0, 2 * accessCodeLength);

/** Whether what was read has the form of a code. */
export const isWholeCode = (read: string): boolean => wholeCode.test(read);
