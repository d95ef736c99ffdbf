import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Reads a text that is a telephone number and nothing else. Undefined when no such number can exist. A number without a country is
 * American. `number` is in E.164, which has no room for an extension; the extension is in `ext`.
 */
export function readPhone(typed: string): PhoneNumber | undefined {
  const read = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false });
  return read?.isPossible() ? read : undefined;
}
