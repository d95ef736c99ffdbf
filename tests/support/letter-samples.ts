/** Samples of every mail about leads, with answers as a dealer types them, for the pictures and the tests. */
import { lists } from '#brand/lists.ts';
import type { Answers } from '#contract/fields.ts';
import { leadForms } from '#contract/forms.ts';
import { leadConfirmation } from '#server/leads/messages/confirmation.ts';
import type { LeadLetter } from '#server/leads/messages/letter.ts';
import { leadAmended, leadOperator } from '#server/leads/messages/operator.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';

export const forms = leadForms(lists);

export const inquiryAnswers = {
  dealership_name: 'Harbor Point Motors',
  first_name: 'Dana',
  last_name: 'Whitlock',
  phone_number: '(207) 555-0148',
  email: 'dana@harborpoint.example',
  dealership_website: 'harborpoint.example',
  dealer_address: '14 Commercial Wharf\nPortland, ME 04101',
  dealer_type: 'Independent Dealer',
  dms_provider: 'Dealertrack',
  crm_provider: 'Not Sure',
  units_sold_per_month: '26-50 per month',
} satisfies Answers;

export const intakeAnswers = {
  business_name: 'Harbor Point Motors LLC',
  dba: 'Harbor Point Motors',
  business_phone: '207.555.0148',
  business_email: 'office@harborpoint.example',
  personal_phone: '+1 207 555 0177',
  sms_consent: true,
  business_fax: '',
  business_address: '14 Commercial Wharf\nPortland, ME 04101',
  mailing_same_as_business: true,
  mailing_address: '14 Commercial Wharf\nPortland, ME 04101',
  business_website: 'https://harborpoint.example',
  dealer_type: 'Independent',
  inventory_type: 'Auto',
  entity_type: 'LLC',
  how_did_you_hear:
    'A friend who runs the store across the river uses you for her Saturday deals and would not stop talking about it.',
  current_dms: 'Reynolds&Reynolds',
  representative: lists.representatives[0],
  referred_by: '',
  average_sales: '$10,000-$25,000',
  units_sold_per_month: 'about 40',
  flooring_line: 'NextGear',
  current_lenders: lists.lenders.slice(1, 5),
} satisfies Answers;

const common = {
  reference: 'BX-7K2M-90QF',
  flags: [],
  receivedAt: '2026-11-22T02:04:31.120Z',
  submittedDate: '11/21/2026, 9:04:29 PM',
  timeZone: 'America/New_York',
} satisfies Partial<LeadLetter>;

export const inquiryLetter: LeadLetter = { ...common, form: forms.inquiry, answers: inquiryAnswers };

export const intakeLetter: LeadLetter = {
  ...common,
  form: forms.intake,
  answers: intakeAnswers,
  smsConsent: { at: common.receivedAt, version: lists.smsConsent.version },
};

/** The samples, by the name of the file into which the picture of each is written. */
export function letterSamples(): Record<string, Letter> {
  return {
    'inquiry-operator': leadOperator(inquiryLetter),
    'inquiry-flagged': leadOperator({
      ...inquiryLetter,
      flags: ['honeypot', 'too-fast'],
      answers: { ...inquiryAnswers, dealership_name: `<b>"${'A'.repeat(80)}"</b> & Söhne`, phone_number: 'call me' },
    }),
    'inquiry-amended': leadAmended({
      ...inquiryLetter,
      before: { ...inquiryAnswers, phone_number: '(207) 555-0149', dealership_website: '' },
    }),
    'inquiry-confirmation': leadConfirmation(inquiryLetter),
    'intake-operator': leadOperator(intakeLetter),
    'intake-confirmation': leadConfirmation(intakeLetter),
  };
}
