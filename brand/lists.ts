import { brand } from './brand.ts';

/** The options that the forms offer, and the wording of the consent. */
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
   * The words that a person agrees to before anyone texts them, and their version, which is stored with the agreement. Any change
   * of the words, such as a new name, needs a new version, and the old words go to `consent.ts`.
   */
  smsConsent: {
    version: '2026-11-01',
    text: `${brand.name} may text this number about my registration and my requests. Message frequency varies, message and data rates may apply. Reply STOP to end, HELP for help. Not a condition of any purchase.`,
  },
} as const;
