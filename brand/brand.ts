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
  /** Our own remote desktop. Its targets are in `lync.ts`. */
  lync: { name: 'Lync' },
  /** Where the operator is: the zone of every time that is not about a dealership with a zone of its own (IANA). */
  timeZone: 'America/New_York',
} as const;

export type Brand = typeof brand;
