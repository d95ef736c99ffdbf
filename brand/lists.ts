import { brand } from './brand.ts';

/** What the forms offer to choose from, and what they ask to agree to. */
export const lists = {
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
  /**
   * The words a person agrees to before anyone texts them, and the version that is stored with the agreement: other words
   * are another version, so a new name is one too.
   */
  smsConsent: {
    version: '2026-11-01',
    text: `${brand.name} may text this number about my registration and my requests. Message frequency varies, message and data rates may apply. Reply STOP to end, HELP for help. Not a condition of any purchase.`,
  },
} as const;
