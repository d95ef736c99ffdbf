/** The states of the United States and the District of Columbia, by their postal codes (USPS Publication 28, appendix B). */
export const usStates = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

export type StateCode = keyof typeof usStates;
export const stateCodes = Object.keys(usStates) as readonly StateCode[];

const byName = new Map(stateCodes.map((code) => [usStates[code].toLowerCase(), code]));

const isStateCode = (text: string): text is StateCode => Object.hasOwn(usStates, text);

/** A state by its postal code or its name, in any case; undefined when there is no such state. */
function readState(text: string): StateCode | undefined {
  const written = text.trim();
  const code = written.toUpperCase();
  return isStateCode(code) ? code : byName.get(written.toLowerCase());
}

/** Reads a list of states such as `ME, NH`: returns their codes in order, and the first part that is not a state. */
export function readStates(text: string): { readonly codes: StateCode[]; readonly unknown: string | undefined } {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const codes = new Set(parts.flatMap((part) => readState(part) ?? []));
  return { codes: [...codes].sort(), unknown: parts.find((part) => readState(part) === undefined) };
}

/**
 * The postal code of the state in an address as people write it, read from its end: `12 Main St, Portland, ME 04101`, `Portland, Maine`.
 * Undefined when it cannot be told. A street or a town with the name of a state does not count.
 *
 * @param names the states and territories to look for, by their postal codes
 */
export function codeInAddress<Code extends string>(
  address: string,
  names: Readonly<Record<Code, string>>,
): Code | undefined {
  const text = address
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,. ]+(?:U\.?S\.?A\.?|U\.S\.?|US|United States(?: of America)?)$/i, '')
    .replaceAll('.', '')
    .trim();
  const withoutZip = text.replace(/[, ]*\b\d{5}(?:-\d{4})?$/, '').trim();
  const hasZip = withoutZip !== text;
  const codes = Object.keys(names) as Code[];
  const [, before, letters = ''] = /(^|,|\s)\s*([A-Za-z]{2})$/.exec(withoutZip) ?? [];
  const code = codes.find((one) => one === letters.toUpperCase());
  if (code && (hasZip || before === ',' || letters === code)) return code;
  const lower = withoutZip.toLowerCase();
  const named = codes.filter((one) => {
    const name = names[one].toLowerCase();
    return lower === name || lower.endsWith(`, ${name}`) || (hasZip && lower.endsWith(` ${name}`));
  });
  // `West Virginia` ends with `Virginia`, so the longest name counts.
  return named.sort((one, other) => names[other].length - names[one].length)[0];
}

/** The state of an address. */
export const stateOfAddress = (address: string): StateCode | undefined => codeInAddress(address, usStates);
