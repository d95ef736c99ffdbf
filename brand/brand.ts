const name = 'Boxline';

/**
 * What an operator changes about the product's words: names, addresses, telephone numbers, lists, figures. Every page carries
 * this file, so what only some pages or only the server need has files of its own beside it. Nothing here is a secret and nothing here depends on where the server runs. Every person and company is fictional; the
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
  /** The remote desktop of our own. `lync.ts` has what it is to reach. */
  lync: { name: 'Lync' },
  /** Where the operator is: the zone of every time that is not about a dealership with a zone of its own (IANA). */
  timeZone: 'America/New_York',
  /** Who is on the board of the home page. Nobody real, and none of `dealerships.ts`. */
  board: ['Quarry Road Imports', 'Saltmarsh Auto', 'Tidewater Motors', 'Union Street Cars'],
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
