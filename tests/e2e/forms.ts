/** Fills in the forms as a person does. */
import type { Page } from '@playwright/test';
import { lists } from '#brand/lists.ts';
import { sendFormPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams } from '../support/answers.ts';

export type Typed = Readonly<Record<string, string>>;

export const inquiryOf = (dealership: string): Typed => ({
  'Dealership name': dealership,
  'First name': 'Ada',
  'Last name': 'Quill',
  'Phone number': '(207) 555-0148',
  'E-mail': 'ada@harborpoint.example',
  'Dealer address': '14 Commercial Wharf\nPortland, ME 04101',
  'Dealer type': 'Used Car Dealer',
  'DMS provider': 'Not Sure',
  'CRM provider': 'HubSpot',
  'Units sold per month': '51-100 per month',
});

export const intakeOf = (business: string): Typed => ({
  'Business name': business,
  'Business phone': '(207) 555-0148',
  'Business e-mail': 'office@harborpoint.example',
  'Personal phone': '(207) 555-0149',
  'Business address': '14 Commercial Wharf\nPortland, ME 04101',
  'Mailing address': 'PO Box 7\nPortland, ME 04101',
  'Dealer type': 'Independent',
  'Inventory type': 'RV',
  'Entity type': 'LLC',
  'Current DMS': 'Frazer',
  Representative: lists.representatives[2],
  'Average sales': '$10,000-$25,000',
});

/** The control under a label, with or without a mark after the label's words. */
export const control = (page: Page, label: string) =>
  page.getByRole('form').getByLabel(new RegExp(`^${label.replaceAll(/[.*+?()]/g, '\\$&')}(?: \\*| \\(optional\\))?$`));

/** Types or chooses every answer, in the given order. */
export async function fillIn(page: Page, typed: Typed): Promise<void> {
  for (const [label, answer] of Object.entries(typed)) {
    const field = control(page, label);
    const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement);
    if (isChoice) await field.selectOption(answer);
    else await field.fill(answer);
  }
}

/** Shows the answer to a browser without script that sends an inquiry whose address has so many characters. */
export async function openLarge(page: Page, characters: number): Promise<void> {
  const multipart = { ...envelopeOf('inquiry'), ...inquiryParams(), dealer_address: 'x'.repeat(characters) };
  const fields = multipart as unknown as Record<string, string>;
  const answer = await page.request.post(sendFormPath, { multipart: fields, headers: { accept: 'text/html' } });
  const [url, body] = ['/too-large', await answer.body()];
  await page.route(`**${url}`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(url);
}
