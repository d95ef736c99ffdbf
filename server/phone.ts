import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Reads a text that is a telephone number and nothing else; `undefined` when it is none that can exist. A number without
 * a country is American. `number` is E.164, which has no room for an extension: that is `ext`.
 */
export function readPhone(typed: string): PhoneNumber | undefined {
  const read = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false });
  return read?.isPossible() ? read : undefined;
}
