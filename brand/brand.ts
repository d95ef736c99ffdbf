const name = 'Boxline';

/**
 * Everything an operator changes about the product's words: names, addresses, telephone numbers, lists, figures. Nothing
 * here is a secret and nothing here depends on where the server runs. Every person and company is fictional; the
 * telephone numbers are from the range that is reserved for fiction (555-0100 to 555-0199).
 */
export const brand = {
  name,
  tagline: 'The finance office that never closes.',
  serviceArea: 'Nationwide, remote',
  /** The country that `serviceArea` means, for search engines (schema.org `areaServed`). */
  country: 'United States',
  email: 'info@boxline.example',
  earlyAccessEmail: 'early-access@boxline.example',
  phone: '(207) 555-0100',
  /** The line that a dealership calls for an agent. */
  directLine: '(207) 555-0111',
  /** The two agents named after an intake, with their numbers. */
  agents: [
    { name: 'Marlow Finch', phone: '(207) 555-0121' },
    { name: 'Tamsin Okoro', phone: '(207) 555-0122' },
  ],
  representatives: ['Avery Holt', 'Bex Calloway', 'Dario Penn', 'Juniper Vance', 'Silas Moreau'],
  /** Sixteen lenders; no name may hold a comma. */
  lenders: [
    'Alder Auto Finance',
    'Bayline Credit',
    'Cobalt Motor Funding',
    'Driftwood Acceptance',
    'Everfield Bank',
    'First Lantern Credit Union',
    'Granite State Auto Credit',
    'Harborview Lending',
    'Ironbridge Finance',
    'Juniper Trust Auto',
    'Keystone Meadow Bank',
    'Larkspur Capital',
    'Mainsail Funding',
    'Northgate Auto Loans',
    'Opal Ridge Credit Union',
    'Pinecrest Acceptance',
  ],
  /** What the site claims. `target` stands beside each until the running system has measured it. */
  figures: {
    profit: { value: '40%', label: 'profit increase', standing: 'target' },
    availability: { value: '24/7', label: 'availability', standing: 'target' },
    setup: { value: '<10 s', label: 'setup', spoken: 'under 10 seconds', standing: 'target' },
    uptime: { value: '99.9%', label: 'uptime', standing: 'target' },
  },
  /** The remote desktop of our own, and what it is to reach. */
  lync: {
    name: 'Lync',
    figures: {
      users: { value: '50', before: 'up to', label: 'users per session', standing: 'target' },
      latency: { value: '100 ms', before: 'under', label: 'latency', standing: 'target' },
      uptime: { value: '99.9%', before: '', label: 'uptime', standing: 'target' },
      dataCenters: { value: '50+', before: '', label: 'data centers', standing: 'target' },
    },
  },
  /** What the terms and the privacy policy are bound to. The law is a sample: an operator's lawyer names it. */
  legal: {
    lastUpdated: 'January 1, 2025',
    minimumAge: 18,
    governingLaw: 'the State of Maine',
    /** How long each class of record is kept. */
    retention: [
      { what: 'Account data', kept: 'while active, plus 7 years' },
      { what: 'Transaction records', kept: '7 years' },
      { what: 'Communication logs', kept: '3 years' },
      { what: 'Technical logs', kept: '1 year' },
    ],
  },
  /** Where the operator is: the zone of every time that is not about a dealership with a zone of its own (IANA). */
  timeZone: 'America/New_York',
  /** Who is on the board of the home page. Nobody real, and none of the dealerships below. */
  board: ['Quarry Road Imports', 'Saltmarsh Auto', 'Tidewater Motors', 'Union Street Cars'],
  /** Eight samples, which a new database begins with; `Not provided` stands for a missing phone. `npm run dealerships` changes them. */
  dealerships: [
    { name: 'Alder Creek Motors', phone: '(207) 555-0131' },
    { name: 'Bayside Auto Group', phone: '(207) 555-0132' },
    { name: 'Copper Hill Imports', phone: '(207) 555-0133' },
    { name: 'Driftless Trucks', phone: '' },
    { name: 'Eastgate Pre-Owned', phone: '(207) 555-0135' },
    { name: 'Fox Hollow Powersports', phone: '(207) 555-0136' },
    { name: 'Granite Coast Cars', phone: '(207) 555-0137' },
    { name: 'Harbor Point Motors', phone: '(207) 555-0138' },
  ],
  /** What the forms name to the mail provider. The environment can name others. */
  mail: {
    publicKey: 'boxline-site',
    serviceId: 'default_service',
    templateIds: { inquiry: 'dealer_inquiry', intake: 'dealer_intake' },
  },
  /**
   * The words a person agrees to before anyone texts them, and the version that is stored with the agreement: other words
   * are another version, so a new name is one too.
   */
  smsConsent: {
    version: '2026-11-01',
    text: `${name} may text this number about my registration and my requests. Message frequency varies, message and data rates may apply. Reply STOP to end, HELP for help. Not a condition of any purchase.`,
  },
} as const;

export type Brand = typeof brand;
