/** The time zone of an American address, where its state leaves no doubt. Pure. */

/** States whose every place keeps one time, by zone. States with two, and those where some places keep another by custom, are left out. */
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

/** The others: an address in one of them has a state, and no certain zone. */
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

/** The last part of an address: a state, with the ZIP code that may follow it and the country after that. */
const tail =
  /[\s,]+([A-Za-z][A-Za-z. ]*?)[\s,]*(\d{5}(?:-\d{4})?)?[\s,.]*(?:USA|U\.S\.A\.|US|United States(?: of America)?)?[\s.]*$/;

/** The state that the address ends with. A word that stands for none, or an address without one, has none. */
function stateOf(address: string): State | undefined {
  const text = address.replace(/\s+/g, ' ').trim();
  const [, words = '', zip] = tail.exec(text) ?? [];
  const end = words.replaceAll('.', '').toLowerCase().trim();
  const byCode = states.find(({ code }) => end.split(' ').at(-1) === code.toLowerCase());
  // Two letters alone may be a word of a street; a ZIP code or a comma before them says that they are a state.
  const isCode = zip !== undefined || new RegExp(`,\\s*${byCode?.code}\\W*$`, 'i').test(text);
  if (byCode && isCode) return byCode;
  const named = states.filter(({ name }) => end === name || end.endsWith(` ${name}`));
  // `West Virginia` ends with `Virginia`: the longest name is meant.
  return named.toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** The time zone (IANA) of an address; null when its state has more than one, or when it names none. */
export const zoneOfAddress = (address: string): string | null => stateOf(address)?.zone ?? null;
