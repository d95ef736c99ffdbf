/** The time zone of an American address, where its state leaves no doubt. Pure. */
import { states } from '#contract/states.ts';

/** An address may also be in Puerto Rico, where nobody is licensed. */
const namesOfStates = { ...states, PR: 'Puerto Rico' };

type Code = keyof typeof namesOfStates;

/**
 * States in which every place has the same time, by zone. States with two zones, or where some places keep another by custom, are
 * left out.
 */
const statesOfZones: Readonly<Record<string, readonly Code[]>> = {
  'America/New_York': [
    ...(['CT', 'DE', 'DC', 'GA', 'ME', 'MD', 'MA', 'NH', 'NJ'] as const),
    ...(['NY', 'NC', 'OH', 'PA', 'RI', 'SC', 'VT', 'VA', 'WV'] as const),
  ],
  'America/Chicago': ['AR', 'IL', 'IA', 'LA', 'MN', 'MS', 'MO', 'OK', 'WI'],
  'America/Denver': ['CO', 'MT', 'NM', 'UT', 'WY'],
  'America/Los_Angeles': ['CA', 'WA'],
  'Pacific/Honolulu': ['HI'],
  'America/Puerto_Rico': ['PR'],
};

/** The end of an address: words that may be a state, an optional ZIP code, and an optional country. */
const tail =
  /[\s,]+([A-Za-z][A-Za-z. ]*?)[\s,]*(\d{5}(?:-\d{4})?)?[\s,.]*(?:USA|U\.S\.A\.|US|United States(?: of America)?)?[\s.]*$/;

/** The state at the end of an address; undefined when there is none. */
function stateOf(address: string): Code | undefined {
  const text = address.replace(/\s+/g, ' ').trim();
  const [, words = '', zip] = tail.exec(text) ?? [];
  const end = words.replaceAll('.', '').toLowerCase().trim();
  const codes = Object.keys(namesOfStates) as Code[];
  const byCode = codes.find((code) => end.split(' ').at(-1) === code.toLowerCase());
  // Two letters may be a word of a street. They are a state only before a ZIP code or after a comma.
  const isCode = zip !== undefined || new RegExp(`,\\s*${byCode}\\W*$`, 'i').test(text);
  if (byCode && isCode) return byCode;
  const named = codes.filter((code) => ` ${end}`.endsWith(` ${namesOfStates[code].toLowerCase()}`));
  // `West Virginia` ends with `Virginia`, so the longest name counts.
  return named.toSorted((one, other) => namesOfStates[other].length - namesOfStates[one].length)[0];
}

/** The time zone (IANA) of an address; null when its state has more than one, or when the address names no state. */
export function zoneOfAddress(address: string): string | null {
  const state = stateOf(address);
  const zones = Object.entries(statesOfZones);
  return zones.find(([, codes]) => codes.some((code) => code === state))?.[0] ?? null;
}
