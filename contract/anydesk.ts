/** AnyDesk addresses: nine or ten digits, or an alias such as `frontdesk@ad`. */

/**
 * What separates groups of digits when an address is copied or read out: spaces, dashes of any kind, and marks that cannot be seen,
 * which some programs put around a number.
 */
const separators = /[\s\p{DI}\p{Pd}\u2212._/]+/gu;

const digits = /^\d{9,10}$/;

/** `name@ad` or `name@namespace`. */
const alias = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,62}@[a-z0-9][a-z0-9.-]{0,62}$/u;

/** What to do when the text is not an AnyDesk address. */
export const anydeskError = 'Enter the 9 or 10 digits that AnyDesk shows, or an alias like name@ad';

/** The address in the form that AnyDesk takes, without spaces; `undefined` when the text is not an address. */
export function readAnydesk(typed: string): string | undefined {
  const together = typed.normalize('NFKC').replace(separators, '');
  if (digits.test(together)) return together;
  const written = typed
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .trim()
    .toLowerCase();
  return alias.test(written) ? written : undefined;
}

/** The address as a person reads it: digits in groups of three from the right, `1 234 567 890`. */
export const showAnydesk = (address: string): string =>
  digits.test(address) ? address.replace(/\B(?=(?:\d{3})+$)/g, ' ') : address;

/** Nine or ten digits that are not part of a longer number, alone or in groups of three as AnyDesk shows them. */
const bare = /(?:^|[^\d#+(. -]|(?:^|\D) )(\d{9,10}|(?:\d )?\d{3} \d{3} \d{3})(?!\d|[ .-]\d)/;

/** The first bare address in a text of other words, with the rest of the text; `undefined` when there is none. */
export function findBareAddress(text: string): { readonly address: string; readonly rest: string } | undefined {
  const found = bare.exec(text)?.[1];
  if (found === undefined) return undefined;
  const rest = text
    .replace(found, '')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
  return { address: found.replaceAll(' ', ''), rest };
}

/** Opens a session on a machine that has AnyDesk. */
export const anydeskLink = (address: string): string => `anydesk:${address}`;

/** The download page of AnyDesk, by operating system. */
export const anydeskDownloads = {
  Mac: 'https://anydesk.com/en/downloads/mac-os',
  Windows: 'https://anydesk.com/en/downloads/windows',
} as const;
export type AnydeskSystem = keyof typeof anydeskDownloads;

/** The number of digits that the page says an address has (S9). Longer ones and aliases are accepted too. */
export const anydeskDigits = 9;
