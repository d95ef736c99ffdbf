/** The time zone of an American address, where its state leaves no doubt. Pure. */

/**
 * States in which every place has the same time, by zone. States with two zones, or where some places keep another by custom, are
 * left out.
 */
const zoneOfStates: Readonly<Record<string, readonly string[]>> = {
  'America/New_York': [
    'CT Connecticut',
    'DE Delaware',
    'DC District of Columbia',
    'GA Georgia',
    'ME Maine',
    'MD Maryland',
    'MA Massachusetts',
    'NH New Hampshire',
    'NJ New Jersey',
    'NY New York',
    'NC North Carolina',
    'OH Ohio',
    'PA Pennsylvania',
    'RI Rhode Island',
    'SC South Carolina',
    'VT Vermont',
    'VA Virginia',
    'WV West Virginia',
  ],
  'America/Chicago': [
    'AR Arkansas',
    'IL Illinois',
    'IA Iowa',
    'LA Louisiana',
    'MN Minnesota',
    'MS Mississippi',
    'MO Missouri',
    'OK Oklahoma',
    'WI Wisconsin',
  ],
  'America/Denver': ['CO Colorado', 'MT Montana', 'NM New Mexico', 'UT Utah', 'WY Wyoming'],
  'America/Los_Angeles': ['CA California', 'WA Washington'],
  'Pacific/Honolulu': ['HI Hawaii'],
  'America/Puerto_Rico': ['PR Puerto Rico'],
};

/** The other states. An address in one of them has a state, but no certain zone. */
const doubtful = [
  'AL Alabama',
  'AK Alaska',
  'AZ Arizona',
  'FL Florida',
  'ID Idaho',
  'IN Indiana',
  'KS Kansas',
  'KY Kentucky',
  'MI Michigan',
  'NE Nebraska',
  'NV Nevada',
  'ND North Dakota',
  'OR Oregon',
  'SD South Dakota',
  'TN Tennessee',
  'TX Texas',
];

interface State {
  readonly code: string;
  readonly name: string;
  readonly zone: string | undefined;
}

const states: readonly State[] = [
  ...Object.entries(zoneOfStates).flatMap(([zone, list]) => list.map((each) => [zone, each] as const)),
  ...doubtful.map((each) => [undefined, each] as const),
].map(([zone, each]) => ({ code: each.slice(0, 2), name: each.slice(3).toLowerCase(), zone }));

/** The end of an address: words that may be a state, an optional ZIP code, and an optional country. */
const tail =
  /[\s,]+([A-Za-z][A-Za-z. ]*?)[\s,]*(\d{5}(?:-\d{4})?)?[\s,.]*(?:USA|U\.S\.A\.|US|United States(?: of America)?)?[\s.]*$/;

/** The state at the end of an address; undefined when there is none. */
function stateOf(address: string): State | undefined {
  const text = address.replace(/\s+/g, ' ').trim();
  const [, words = '', zip] = tail.exec(text) ?? [];
  const end = words.replaceAll('.', '').toLowerCase().trim();
  const byCode = states.find(({ code }) => end.split(' ').at(-1) === code.toLowerCase());
  // Two letters may be a word of a street. They are a state only before a ZIP code or after a comma.
  const isCode = zip !== undefined || new RegExp(`,\\s*${byCode?.code}\\W*$`, 'i').test(text);
  if (byCode && isCode) return byCode;
  const named = states.filter(({ name }) => end === name || end.endsWith(` ${name}`));
  // `West Virginia` ends with `Virginia`, so the longest name counts.
  return named.toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** The time zone (IANA) of an address; null when its state has more than one, or when the address names no state. */
export const zoneOfAddress = (address: string): string | null => stateOf(address)?.zone ?? null;
