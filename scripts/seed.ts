/**
 * Sends sample leads to a running server, as its own forms do. Each has an id that never changes, so sending them again stores
 * nothing new. Every dealership is fictional.
 *
 *     node scripts/seed.ts http://localhost:8080
 */
import { lists } from '#brand/lists.ts';
import { mail as brandMail } from '#brand/mail.ts';
import type { LeadKind } from '#contract/pages.ts';
import { sendPath } from '#contract/send.ts';

interface Sample {
  readonly kind: LeadKind;
  readonly params: Readonly<Record<string, string | boolean>>;
}

/** The reference of a lead comes from the first ten digits of its id. */
const idOf = (index: number) =>
  `5eed${String(index).padStart(4, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const inquiry = (params: Sample['params']): Sample => ({
  kind: 'inquiry',
  params: {
    dealership_website: '',
    dealer_type: 'Used Car Dealer',
    dms_provider: 'Not Sure',
    crm_provider: 'Not Sure',
    units_sold_per_month: '26-50 per month',
    submitted_date: '11/20/2026, 9:14:00 PM',
    ...params,
  },
});

const intake = (params: Sample['params']): Sample => ({
  kind: 'intake',
  params: {
    dealer_type: 'Independent',
    inventory_type: 'Auto',
    entity_type: 'LLC',
    current_dms: 'Frazer',
    representative: lists.representatives[0],
    average_sales: '$10,000-$25,000',
    current_lenders: lists.lenders.slice(0, 3).join(', '),
    submitted_date: '11/19/2026, 4:40:00 PM',
    ...params,
  },
});

export const samples: readonly Sample[] = [
  inquiry({
    dealership_name: 'Alder Creek Motors',
    first_name: 'Rowan',
    last_name: 'Iverson',
    phone_number: '(207) 555-0131',
    email: 'rowan@aldercreek.example',
    dealer_address: '18 Mill Road\nBrunswick, ME 04011',
  }),
  inquiry({
    dealership_name: 'Copper Hill Imports',
    first_name: 'Noor',
    last_name: 'Haddad',
    phone_number: '207.555.0133',
    email: 'noor@copperhill.example',
    dealership_website: 'https://copperhill.example',
    dealer_address: '402 Ridge Street\nAuburn, ME 04210',
    dealer_type: 'Luxury Dealer',
    units_sold_per_month: '51-100 per month',
  }),
  inquiry({
    dealership_name: 'Eastgate Pre-Owned',
    first_name: 'Wendell',
    last_name: 'Oyelaran',
    phone_number: '+1 207 555 0135',
    email: 'wendell@eastgate.example',
    dealer_address: '9 Station Square, Bangor, ME 04401',
    dealer_type: 'Buy Here Pay Here',
  }),
  intake({
    business_name: 'Granite Coast Cars LLC',
    dba: 'Granite Coast Cars',
    business_phone: '(207) 555-0137',
    business_email: 'office@granitecoast.example',
    personal_phone: '(207) 555-0147',
    business_address: '77 Harbor Way\nRockland, ME 04841',
    mailing_same_as_business: true,
    mailing_address: '77 Harbor Way\nRockland, ME 04841',
  }),
  intake({
    business_name: 'Fox Hollow Powersports Inc.',
    business_phone: '(207) 555-0136',
    business_email: 'desk@foxhollow.example',
    personal_phone: '(207) 555-0146',
    business_address: '5 Quarry Lane\nSkowhegan, ME 04976',
    mailing_address: 'PO Box 12\nSkowhegan, ME 04976',
    inventory_type: 'Powersports',
    entity_type: 'Corporation',
    flooring_line: 'NextGear',
    referred_by: 'Alder Creek Motors',
  }),
];

/**
 * Sends every sample. Returns the number of samples.
 *
 * @throws when the server refuses one
 */
export async function seed(origin: string): Promise<number> {
  for (const [index, { kind, params }] of samples.entries()) {
    const answer = await fetch(new URL(sendPath, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        user_id: brandMail.publicKey,
        service_id: brandMail.serviceId,
        template_id: brandMail.templateIds[kind],
        template_params: { ...params, submission_id: idOf(index + 1) },
      }),
    });
    if (!answer.ok) throw new Error(`Sample ${index + 1} was refused with ${answer.status}: ${await answer.text()}`);
  }
  return samples.length;
}

if (import.meta.main) {
  const [origin] = process.argv.slice(2);
  if (!origin) {
    console.error('Say which server: node scripts/seed.ts http://localhost:8080');
    process.exit(1);
  }
  console.log(`${await seed(origin)} sample leads are stored`);
}
