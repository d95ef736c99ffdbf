/** The customer's fields, written a second time, so that no table changes by accident. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import type { Field } from './fields.ts';
import { leadForms } from './forms.ts';
import { libVersion } from './send.ts';

const forms = leadForms(lists);

/** Name, `*` when required, then `: options` for a choice. */
const written = ({ name, kind, required, options }: Field) =>
  `${name}${required ? '*' : ''} ${kind}${options && kind !== 'many' ? `: ${options.join(' | ')}` : ''}`;

test('S3.1 the inquiry asks for eleven answers in the customer’s order, with the customer’s options', () => {
  expect(forms.inquiry.fields.map(written)).toEqual([
    'dealership_name* text',
    'first_name* text',
    'last_name* text',
    'phone_number* tel',
    'email* email',
    'dealership_website url',
    'dealer_address* street',
    'dealer_type* choice: New Car Franchise | Used Car Dealer | Multi-Franchise | Independent Dealer | Buy Here Pay Here | Luxury Dealer | Commercial Vehicle | Other',
    'dms_provider* choice: Reynolds & Reynolds | CDK Global | DealerSocket | Auto/Mate | Dealertrack | PBS Systems | ADP | Other | Not Sure',
    'crm_provider* choice: VinSolutions | DealerSocket CRM | Eleads | AutoRaptor | DealerCenter | Salesforce | HubSpot | Other | Not Sure',
    'units_sold_per_month* choice: 1-25 per month | 26-50 per month | 51-100 per month | 101-200 per month | 201-500 per month | 500+ per month',
  ]);
});

test('S3.2 the intake asks for the customer’s answers and one consent of ours, with the tick before the address it fills', () => {
  expect(forms.intake.fields.map(written)).toEqual([
    'business_name* text',
    'dba text',
    'business_phone* tel',
    'business_email* email',
    'personal_phone* tel',
    'sms_consent tick',
    'business_fax tel',
    'business_address* street',
    'mailing_same_as_business tick',
    'mailing_address* street',
    'business_website url',
    'dealer_type* choice: Franchise | Independent | Independent backed by franchise',
    'inventory_type* choice: Auto | Classic | Commercial | Exotic | Powersports | RV | Mobility',
    'entity_type* choice: Corporation | LLC | Limited partnership | General partnership | Sole proprietorship',
    'how_did_you_hear text',
    'current_dms* choice: ADP | Auto manager | Auto funds | Dealers cloud | Dealer sync | Frazer | IDMS/Dealer socket | Reynolds&Reynolds | Wayne Reaves | Dealer center | Route one | Dealer track | Other',
    `representative* choice: ${lists.representatives.join(' | ')}`,
    'referred_by text',
    'average_sales* choice: $0-$10,000 | $10,000-$25,000 | $25,000+',
    'units_sold_per_month text',
    'flooring_line choice: AFC | ALLY | NextGear | Private party | Westlake flooring | Carbucks | No flooring',
    'current_lenders many',
  ]);
});

test('S3.2 five representatives stand to choose from', () => {
  expect(new Set(lists.representatives).size).toBe(5);
});

test('S9.3 sixteen lenders stand to choose from', () => {
  expect(new Set(lists.lenders).size).toBe(16);
  expect(forms.intake.fields.find(({ name }) => name === 'current_lenders')?.options).toEqual(lists.lenders);
});

test('S9.1 the version that is reported is that of the installed client library', () => {
  const { version } = createRequire(import.meta.url)('@emailjs/browser/package.json') as { version: string };
  expect(version).toBe('4.4.1');
  expect(libVersion).toBe(version);
});
