import { type Field, group, optional, required } from './fields.ts';

const dealerTypes = [
  'New Car Franchise',
  'Used Car Dealer',
  'Multi-Franchise',
  'Independent Dealer',
  'Buy Here Pay Here',
  'Luxury Dealer',
  'Commercial Vehicle',
  'Other',
];
const dmsProviders = [
  'Reynolds & Reynolds',
  'CDK Global',
  'DealerSocket',
  'Auto/Mate',
  'Dealertrack',
  'PBS Systems',
  'ADP',
  'Other',
  'Not Sure',
];
const crmProviders = [
  'VinSolutions',
  'DealerSocket CRM',
  'Eleads',
  'AutoRaptor',
  'DealerCenter',
  'Salesforce',
  'HubSpot',
  'Other',
  'Not Sure',
];
const units = ['1-25', '26-50', '51-100', '101-200', '201-500', '500+'].map((count) => `${count} per month`);

/** The dealer inquiry: fields, order and options are the customer's (S3.1 in docs/spec-coverage.md). */
export const inquiryFields: readonly Field[] = group('Dealership', [
  required('text', 'dealership_name', 'Dealership name', 'Enter the name of your dealership', {
    autocomplete: 'organization',
  }),
  required('text', 'first_name', 'First name', 'Enter your first name', { autocomplete: 'given-name' }),
  required('text', 'last_name', 'Last name', 'Enter your last name', { autocomplete: 'family-name' }),
  required('tel', 'phone_number', 'Phone number', 'Enter a phone number we can call'),
  required('email', 'email', 'E-mail', 'Enter an e-mail address like name@dealership.com'),
  optional('url', 'dealership_website', 'Dealership website', 'Shorten the website address'),
  required('street', 'dealer_address', 'Dealer address', 'Enter the address of your dealership'),
  required('choice', 'dealer_type', 'Dealer type', 'Choose a dealer type', { options: dealerTypes }),
  required('choice', 'dms_provider', 'DMS provider', 'Choose a DMS provider, or Not Sure', { options: dmsProviders }),
  required('choice', 'crm_provider', 'CRM provider', 'Choose a CRM provider, or Not Sure', { options: crmProviders }),
  required('choice', 'units_sold_per_month', 'Units sold per month', 'Choose how many units you sell per month', {
    options: units,
  }),
]);
