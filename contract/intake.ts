import { type Answers, type Field, type FieldError, group, optional, required } from './fields.ts';

/** The option lists that belong to the operator and come from the brand. */
export interface IntakeLists {
  readonly representatives: readonly string[];
  /** No name holds a comma: on the wire the chosen lenders are one comma-separated string. */
  readonly lenders: readonly string[];
  /** The wording of the consent to be texted, as the person sees it. */
  readonly smsConsent: { readonly text: string };
}

/** The tick by which somebody agrees to be texted. */
export const consentField = 'sms_consent';
/** Shown beside the consent box when it was ticked under an earlier wording and is therefore empty again. */
export const rewordedConsent = 'These words have changed since you ticked the box. Tick it again if you agree.';

/** The longest free text, in UTF-16 units. */
const long = { maxLength: 2000 };
const tickError = 'Tick the box or leave it empty';
const dmsNames = [
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
];

const business = (smsConsent: string) =>
  group('Business Information', [
    required('text', 'business_name', 'Business name', 'Enter the legal name of the business', {
      autocomplete: 'organization',
    }),
    optional('text', 'dba', 'Doing business as', 'Shorten the trading name'),
    required('tel', 'business_phone', 'Business phone', 'Enter the phone number of the business', {
      autocomplete: 'work tel',
    }),
    required('email', 'business_email', 'Business e-mail', 'Enter an e-mail address like office@dealership.com', {
      autocomplete: 'work email',
    }),
    required('tel', 'personal_phone', 'Personal phone', 'Enter a personal phone number', {
      help: 'A mobile number that can receive texts',
      autocomplete: 'mobile tel',
    }),
    // A browser that restores a tick by itself does not know to which wording it belongs. A draft does.
    optional('tick', consentField, smsConsent, tickError, { autocomplete: 'off' }),
    optional('tel', 'business_fax', 'Business fax', 'Shorten the fax number', { autocomplete: 'fax tel' }),
    required('street', 'business_address', 'Business address', 'Enter the address of the business'),
    optional('tick', 'mailing_same_as_business', 'Same as business address', tickError),
    required(
      'street',
      'mailing_address',
      'Mailing address',
      'Enter a mailing address, or tick Same as business address',
      {
        autocomplete: 'shipping street-address',
      },
    ),
    optional('url', 'business_website', 'Business website', 'Shorten the website address'),
  ]);

const dealer = (representatives: readonly string[]) =>
  group('Dealer Details', [
    required('choice', 'dealer_type', 'Dealer type', 'Choose a dealer type', {
      options: ['Franchise', 'Independent', 'Independent backed by franchise'],
    }),
    required('choice', 'inventory_type', 'Inventory type', 'Choose an inventory type', {
      options: ['Auto', 'Classic', 'Commercial', 'Exotic', 'Powersports', 'RV', 'Mobility'],
    }),
    required('choice', 'entity_type', 'Entity type', 'Choose an entity type', {
      options: ['Corporation', 'LLC', 'Limited partnership', 'General partnership', 'Sole proprietorship'],
    }),
    optional('text', 'how_did_you_hear', 'How did you hear about us?', 'Shorten how you heard about us', long),
    required('choice', 'current_dms', 'Current DMS', 'Choose your current DMS, or Other', { options: dmsNames }),
    required('choice', 'representative', 'Representative', 'Choose the representative you spoke with', {
      help: 'Not sure? Choose anyone; we will put it right.',
      options: representatives,
    }),
    optional('text', 'referred_by', 'Referred by', 'Shorten who referred you', long),
  ]);

const sales = (lenders: readonly string[]) =>
  group('Sales Information', [
    required('choice', 'average_sales', 'Average sales', 'Choose your average sales', {
      options: ['$0-$10,000', '$10,000-$25,000', '$25,000+'],
    }),
    optional('text', 'units_sold_per_month', 'Units sold per month', 'Shorten the number of units'),
    optional('choice', 'flooring_line', 'Flooring line', 'Choose a flooring line from the list', {
      options: ['AFC', 'ALLY', 'NextGear', 'Private party', 'Westlake flooring', 'Carbucks', 'No flooring'],
    }),
    optional('many', 'current_lenders', 'Current lenders', 'Choose lenders from the list', {
      ...long,
      help: 'Choose all that you work with',
      options: lenders,
    }),
  ]);

/** The dealer intake: fields, groups and options are the customer's (S3.2 in docs/spec-coverage.md). */
export const intakeFields = ({ smsConsent, representatives, lenders }: IntakeLists): readonly Field[] => [
  ...business(smsConsent.text),
  ...dealer(representatives),
  ...sales(lenders),
];

/**
 * Completes the mailing address: while the box is ticked, it is the business address. A browser without script does not post a
 * disabled control, so a missing copy is made here.
 */
export function completeMailingAddress(answers: Answers): Answers {
  const missing = answers['mailing_same_as_business'] === true && answers['mailing_address'] === '';
  return missing ? { ...answers, mailing_address: answers['business_address'] ?? '' } : answers;
}

/** Whether a field only copies another field that has an error. One error is enough then. */
export const repeatsAnError = (name: string, answers: Answers, wrong: readonly string[]): boolean =>
  name === 'mailing_address' && answers['mailing_same_as_business'] === true && wrong.includes('business_address');

/** The error of a mailing address that contradicts the ticked box; `undefined` when there is none. */
export function mailingAddressConflict(answers: Answers): FieldError | undefined {
  if (answers['mailing_same_as_business'] !== true) return undefined;
  if (answers['mailing_address'] === answers['business_address']) return undefined;
  return {
    field: 'mailing_address',
    text: 'Make the mailing address the business address, or untick Same as business address',
  };
}
