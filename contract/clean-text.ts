/** What any text goes through before it is stored or sent. */

/** A character that can be seen: no space, none without a shape (Default_Ignorable_Code_Point), no braille blank. */
const seen = /[^\s\p{DI}\u2800]/u;

/**
 * A text without the control characters that no mail, text message or terminal can carry, and without marks that change its
 * direction. Every Unicode line end becomes a line feed.
 */
export const withoutControls = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');

/** A text with the digits 0 to 9 in place of Arabic-Indic, Persian and full-width ones. Every character stays at its place. */
export const plainDigits = (text: string): string =>
  // The last four bits of these digits are their values.
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15));

/**
 * Cleans a text so that every storage engine, mail and terminal can carry it: no control characters but line feed and tab. Its digits
 * can be dialled, searched for and counted. A text with nothing visible becomes empty. Invisible marks inside a word stay, because its
 * letters or emoji may need them.
 */
export function cleanText(text: string): string {
  // Not `toWellFormed`: the browsers of Windows 7 and 8.1 lack it.
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
  const clean = withoutControls(plainDigits(wellFormed.normalize('NFC'))).trim();
  return seen.test(clean) ? clean : '';
}

/** A name as it is stored: clean, and on one line. */
export const nameLine = (typed: string): string => cleanText(typed).replace(/\s+/g, ' ');
