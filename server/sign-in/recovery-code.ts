/** Recovery codes: ten, of 80 random bits, each for once. As text: `7K2M-90QF-3XVD-5HRT`. */
import type { KeyedHash } from '#server/keyed-hash.ts';

export const recoveryCodeCount = 10;
/** The number of symbols in a code. */
export const recoveryCodeLength = 16;

/** The hash under which a person's code is stored. */
export const recoveryHashOf = (keyed: KeyedHash, personId: string, code: string): string =>
  keyed.of('recovery-code', `${personId} ${code}`);
