import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';

/** A text without invisible marks, such as those of direction around a number that was copied from a list of contacts. */
export const withoutUnseen = (text: string): string => text.replace(/\p{Cf}/gu, '');

/**
 * Reads a text that is a telephone number and nothing else. Undefined when no such number can exist. A number without a country is
 * American. `number` is in E.164, which has no room for an extension; the extension is in `ext`.
 */
export function readPhone(typed: string): PhoneNumber | undefined {
  const read = parsePhoneNumberFromString(withoutUnseen(typed), { defaultCountry: 'US', extract: false });
  return read?.isPossible() ? read : undefined;
}
