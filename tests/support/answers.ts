import { lists } from '#brand/lists.ts';
import { mail as brandMail } from '#brand/mail.ts';

/** The parameters of a complete inquiry as they are sent. `change` replaces some of them. */
export const inquiryParams = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  dealership_name: 'Harbor Point Motors',
  first_name: 'Ada',
  last_name: 'Quill',
  phone_number: '(207) 555-0148',
  email: 'ada@harborpoint.example',
  dealership_website: '',
  dealer_address: '14 Commercial Wharf\nPortland, ME 04101',
  dealer_type: 'Used Car Dealer',
  dms_provider: 'Not Sure',
  crm_provider: 'HubSpot',
  units_sold_per_month: '51-100 per month',
  submitted_date: '11/21/2026, 9:06:00 PM',
  ...change,
});

/** The parameters of a complete intake as they are sent. `change` replaces some of them. */
export const intakeParams = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  business_name: 'Harbor Point Motors LLC',
  dba: 'Harbor Point Motors',
  business_phone: '(207) 555-0148',
  business_email: 'office@harborpoint.example',
  personal_phone: '(207) 555-0149',
  sms_consent: false,
  business_fax: '',
  business_address: '14 Commercial Wharf\nPortland, ME 04101',
  mailing_same_as_business: false,
  mailing_address: 'PO Box 7\nPortland, ME 04101',
  business_website: '',
  dealer_type: 'Independent',
  inventory_type: 'Auto',
  entity_type: 'LLC',
  how_did_you_hear: 'A friend',
  current_dms: 'Frazer',
  representative: lists.representatives[0],
  referred_by: '',
  average_sales: '$10,000-$25,000',
  units_sold_per_month: '40',
  flooring_line: 'NextGear',
  current_lenders: lists.lenders.slice(0, 2).join(', '),
  submitted_date: '11/21/2026, 9:06:00 PM',
  ...change,
});

/** The envelope that the site's own forms use. */
export const envelopeOf = (kind: 'inquiry' | 'intake') => ({
  lib_version: '4.4.1',
  user_id: brandMail.publicKey,
  service_id: brandMail.serviceId,
  template_id: brandMail.templateIds[kind],
});
