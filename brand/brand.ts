const name = 'Boxline';

/**
 * What an operator changes about the product's words. Every page loads this file, so it has only names, addresses and telephone
 * numbers; whatever only some pages or only the server need, such as lists and figures, is in other files beside it. Nothing here
 * is a secret, and nothing here depends on where the server runs. Every person and company is fictional; the telephone numbers are
 * from the range that is reserved for fiction (555-0100 to 555-0199).
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
  /** The number that a dealership calls for an agent. */
  directLine: '(207) 555-0111',
  /** The two agents named after an intake, with their numbers. */
  agents: [
    { name: 'Marlow Finch', phone: '(207) 555-0121' },
    { name: 'Tamsin Okoro', phone: '(207) 555-0122' },
  ],
  /** Our own remote desktop. Its target figures are in `lync.ts`. */
  lync: { name: 'Lync' },
  /** The operator's time zone (IANA). Every time is in it, except times about a dealership with a zone of its own. */
  timeZone: 'America/New_York',
} as const;

export type Brand = typeof brand;
