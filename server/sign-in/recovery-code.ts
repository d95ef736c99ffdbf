/** Recovery codes: ten, of 80 random bits, each for once. As text: `7K2M-90QF-3XVD-5HRT`. */
import { alphabet } from '#contract/reference.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';

export const recoveryCodeCount = 10;
const symbols = 16;

/** All of its symbols are secret. */
export const recoveryCodeBits = symbols * Math.log2(alphabet.length);

/** A new code of 80 random bits. */
export function mintRecoveryCode(random: Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = random.getRandomValues(new Uint8Array(symbols));
  // 256 is a multiple of the alphabet's 32 symbols, so each is equally likely.
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** The hash under which a person's code is stored. */
export const recoveryHashOf = (keyed: KeyedHash, personId: string, code: string): string =>
  keyed.of('recovery-code', `${personId} ${code}`);

export const showRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
