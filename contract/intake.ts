import type { Answers, AnswersOf, Field, FieldError } from './fields.ts';

const business = 'Business Information';
const dealer = 'Dealer Details';
const sales = 'Sales Information';
const short = 200;
const address = 500;
const long = 2000;

/** The option lists that belong to the operator and come from the brand. */
export interface IntakeLists {
  readonly representatives: readonly string[];
  /** No name holds a comma: on the wire the chosen lenders are one comma-separated string. */
  readonly lenders: readonly string[];
  /** The wording of the consent to be texted, as the person sees it. */
  readonly smsConsent: string;
}

/** The dealer intake: fields, groups and options are the customer's (S3.2 in docs/spec-coverage.md). */
export const intakeFields = (lists: IntakeLists) =>
  [
    {
      name: 'business_name',
      kind: 'text',
      group: business,
      label: 'Business name',
      required: true,
      maxLength: short,
      error: 'Enter the legal name of the business',
      autocomplete: 'organization',
    },
    {
      name: 'dba',
      kind: 'text',
      group: business,
      label: 'Doing business as',
      required: false,
      maxLength: short,
      error: 'Shorten the trading name',
    },
    {
      name: 'business_phone',
      kind: 'tel',
      group: business,
      label: 'Business phone',
      required: true,
      maxLength: short,
      error: 'Enter the phone number of the business',
      autocomplete: 'work tel',
      inputmode: 'tel',
    },
    {
      name: 'business_email',
      kind: 'email',
      group: business,
      label: 'Business e-mail',
      required: true,
      maxLength: 254,
      error: 'Enter an e-mail address like office@dealership.com',
      autocomplete: 'work email',
      inputmode: 'email',
    },
    {
      name: 'personal_phone',
      kind: 'tel',
      group: business,
      label: 'Personal phone',
      required: true,
      maxLength: short,
      error: 'Enter a personal phone number',
      help: 'A mobile number that can receive texts',
      autocomplete: 'mobile tel',
      inputmode: 'tel',
    },
    {
      name: 'sms_consent',
      kind: 'tick',
      group: business,
      label: lists.smsConsent,
      required: false,
      maxLength: short,
      error: 'Tick the box or leave it empty',
    },
    {
      name: 'business_fax',
      kind: 'tel',
      group: business,
      label: 'Business fax',
      required: false,
      maxLength: short,
      error: 'Shorten the fax number',
      autocomplete: 'fax tel',
      inputmode: 'tel',
    },
    {
      name: 'business_address',
      kind: 'street',
      group: business,
      label: 'Business address',
      required: true,
      maxLength: address,
      error: 'Enter the address of the business',
      autocomplete: 'street-address',
    },
    {
      name: 'mailing_same_as_business',
      kind: 'tick',
      group: business,
      label: 'Same as business address',
      required: false,
      maxLength: short,
      error: 'Tick the box or leave it empty',
    },
    {
      name: 'mailing_address',
      kind: 'street',
      group: business,
      label: 'Mailing address',
      required: true,
      maxLength: address,
      error: 'Enter a mailing address, or tick Same as business address',
      autocomplete: 'shipping street-address',
    },
    {
      name: 'business_website',
      kind: 'url',
      group: business,
      label: 'Business website',
      required: false,
      maxLength: short,
      error: 'Shorten the website address',
      autocomplete: 'url',
      inputmode: 'url',
    },
    {
      name: 'dealer_type',
      kind: 'choice',
      group: dealer,
      label: 'Dealer type',
      required: true,
      maxLength: short,
      error: 'Choose a dealer type',
      options: ['Franchise', 'Independent', 'Independent backed by franchise'],
    },
    {
      name: 'inventory_type',
      kind: 'choice',
      group: dealer,
      label: 'Inventory type',
      required: true,
      maxLength: short,
      error: 'Choose an inventory type',
      options: ['Auto', 'Classic', 'Commercial', 'Exotic', 'Powersports', 'RV', 'Mobility'],
    },
    {
      name: 'entity_type',
      kind: 'choice',
      group: dealer,
      label: 'Entity type',
      required: true,
      maxLength: short,
      error: 'Choose an entity type',
      options: ['Corporation', 'LLC', 'Limited partnership', 'General partnership', 'Sole proprietorship'],
    },
    {
      name: 'how_did_you_hear',
      kind: 'text',
      group: dealer,
      label: 'How did you hear about us?',
      required: false,
      maxLength: long,
      error: 'Shorten how you heard about us',
    },
    {
      name: 'current_dms',
      kind: 'choice',
      group: dealer,
      label: 'Current DMS',
      required: true,
      maxLength: short,
      error: 'Choose your current DMS, or Other',
      options: [
        'ADP',
        'Auto manager',
        'Auto funds',
        'Dealers cloud',
        'Dealer sync',
        'Frazer',
        'IDMS/Dealer socket',
        'Reynolds&Reynolds',
        'Wayne Reaves',
        'Dealer center',
        'Route one',
        'Dealer track',
        'Other',
      ],
    },
    {
      name: 'representative',
      kind: 'choice',
      group: dealer,
      label: 'Representative',
      required: true,
      maxLength: short,
      error: 'Choose the representative you spoke with',
      help: 'Not sure? Choose anyone; we will put it right.',
      options: lists.representatives,
    },
    {
      name: 'referred_by',
      kind: 'text',
      group: dealer,
      label: 'Referred by',
      required: false,
      maxLength: long,
      error: 'Shorten who referred you',
    },
    {
      name: 'average_sales',
      kind: 'choice',
      group: sales,
      label: 'Average sales',
      required: true,
      maxLength: short,
      error: 'Choose your average sales',
      options: ['$0-$10,000', '$10,000-$25,000', '$25,000+'],
    },
    {
      name: 'units_sold_per_month',
      kind: 'text',
      group: sales,
      label: 'Units sold per month',
      required: false,
      maxLength: short,
      error: 'Shorten the number of units',
    },
    {
      name: 'flooring_line',
      kind: 'choice',
      group: sales,
      label: 'Flooring line',
      required: false,
      maxLength: short,
      error: 'Choose a flooring line from the list',
      options: ['AFC', 'ALLY', 'NextGear', 'Private party', 'Westlake flooring', 'Carbucks', 'No flooring'],
    },
    {
      name: 'current_lenders',
      kind: 'many',
      group: sales,
      label: 'Current lenders',
      required: false,
      maxLength: long,
      error: 'Choose lenders from the list',
      help: 'Choose all that you work with',
      options: lists.lenders,
    },
  ] as const satisfies readonly Field[];

export type IntakeField = ReturnType<typeof intakeFields>[number];
export type IntakeAnswers = AnswersOf<ReturnType<typeof intakeFields>>;

/**
 * The rule that binds three intake fields: while the box is ticked the mailing address is the business address. A
 * disabled control is not posted by a browser without script, so a missing copy is made here.
 */
export function completeMailingAddress(answers: Answers): Answers {
  const missing = answers['mailing_same_as_business'] === true && answers['mailing_address'] === '';
  return missing ? { ...answers, mailing_address: answers['business_address'] ?? '' } : answers;
}

/** Whether a field only repeats another that has an error of its own: then one error is enough, where it can be mended. */
export const repeatsAnError = (name: string, answers: Answers, wrong: readonly string[]): boolean =>
  name === 'mailing_address' && answers['mailing_same_as_business'] === true && wrong.includes('business_address');

/** What is wrong with a mailing address that contradicts the ticked box; `undefined` when nothing is. */
export function mailingAddressConflict(answers: Answers): FieldError | undefined {
  if (answers['mailing_same_as_business'] !== true) return undefined;
  if (answers['mailing_address'] === answers['business_address']) return undefined;
  return {
    field: 'mailing_address',
    text: 'Make the mailing address the business address, or untick Same as business address',
  };
}
