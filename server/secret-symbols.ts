/** The symbols of secrets that people type: access codes and recovery codes. */
import { alphabet } from '#contract/reference.ts';

/** A symbol for each byte. 256 is a multiple of the alphabet's 32 symbols, so each symbol is equally likely. */
export const symbolsOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');

/** So many random symbols, of 5 bits each. */
export const mintSymbols = (count: number): string => symbolsOf(crypto.getRandomValues(new Uint8Array(count)));

/** A code as people write it, in groups of four symbols: `7K2M-90QF-3XVD`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
