/**
 * Everything an operator changes about the product's words: names, addresses, telephone numbers, lists, figures. Nothing
 * here is a secret and nothing here depends on where the server runs. Every person and company is fictional; the
 * telephone numbers are from the range that is reserved for fiction (555-0100 to 555-0199).
 */
export const brand = {
  name: 'Boxline',
  tagline: 'The finance office that never closes.',
  serviceArea: 'Nationwide, remote',
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
  /** What the forms name to the mail provider. The environment can name others. */
  mail: {
    publicKey: 'boxline-site',
    serviceId: 'default_service',
    templateIds: { inquiry: 'dealer_inquiry', intake: 'dealer_intake' },
  },
  /** The words a person agrees to before anyone texts them, and the version that is stored with the agreement. */
  smsConsent: {
    version: '2026-11-01',
    text: 'Boxline may text this number about my registration and my requests. Message frequency varies, message and data rates may apply. Reply STOP to end, HELP for help. Not a condition of any purchase.',
  },
} as const;

export type Brand = typeof brand;
