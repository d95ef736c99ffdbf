/** Holds the privacy policy to the software: what is sent and what a browser keeps is named in it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { legal } from '#brand/legal.ts';
import { lists } from '#brand/lists.ts';
import { sendSms } from '#contract/agent-request-endpoints.ts';
import { leadForms } from '#contract/forms.ts';
import { trackedFiles } from '../scripts/checks/tracked-files.ts';

const policy = readFileSync(new URL('../site/content/legal/privacy.tsx', import.meta.url), 'utf8').replace(/\s+/g, ' ');

/** In which words the policy names each field of the intake. */
const intakeWords: Readonly<Record<string, string>> = {
  business_name: 'its names',
  dba: 'its names',
  business_phone: 'numbers',
  business_email: 'e-mail address',
  personal_phone: 'your personal telephone number',
  sms_consent: 'whether you agree to texts',
  business_fax: 'numbers',
  business_address: 'addresses',
  mailing_address: 'addresses',
  mailing_same_as_business: 'addresses',
  business_website: 'website',
  dealer_type: 'What kind of business',
  inventory_type: 'inventory',
  entity_type: 'What kind of business',
  how_did_you_hear: 'how you heard of us',
  current_dms: 'the system it uses',
  representative: 'whom at our desk you spoke with',
  referred_by: 'who referred you',
  average_sales: 'sales',
  units_sold_per_month: 'sales',
  flooring_line: 'flooring',
  current_lenders: 'lenders',
};

/** In which words the policy names each part of a request for an agent. */
const requestWords: Readonly<Record<string, string>> = {
  dealershipName: 'The dealership',
  dealerPhone: 'its telephone number',
  dealership_id: 'The dealership',
  requestType: 'the kind of request',
  additionalInfo: 'your note',
  callback_name: 'your name',
  anydesk: 'the AnyDesk address',
  request_id: 'the times of what followed',
  instead_of: 'which request it replaces',
};

/** In which words the policy names what is under each key of a browser's storage. */
const keptWords: Readonly<Record<string, string>> = {
  'boxline.draft.': 'a draft of a form',
  'boxline.queued.': 'a form you sent without a connection',
  'boxline.receipt.': 'the receipt of a form',
  'boxline.receipt-in-sight': 'which receipt was in view',
  'boxline.posted.': 'which form went out under which random number',
  'boxline.unheard.': 'which form went out under which random number',
  'boxline.sending': 'that a tab is sending',
  'boxline.throttle.': 'when it last went out',
  'boxline.scroll': 'where you had scrolled to',
  'boxline.splash': 'that you have seen the opening',
  'boxline.loaded-again': 'how often a page that arrived in part was loaded again',
  'boxline.request': 'a key that shows this one request',
  'boxline.requests-sent': 'under which random numbers a request for an agent went out',
  'boxline.code-link': 'the link to an access code',
  'boxline.code-press.': 'a key that for 15 minutes shows the code of such a link again',
};
/** An agent's page is for the staff, whom this policy is not for. */
const ofTheStaff = ['boxline.agent', 'boxline.agent.ending'];

/** A part of a request that tells nothing about anybody and is not stored: the page asks by it for a token. */
const asksOnly = 'with_view';

test('R379 the privacy policy names every part of a request for an agent', () => {
  const sentence = /<strong>Requests for an agent\.<\/strong>(.*?)<\/li>/.exec(policy)?.[1];
  const parts = Object.keys(sendSms.body.shape);
  expect(parts).toContain(asksOnly);
  for (const part of parts) if (part !== asksOnly) expect(sentence, part).toContain(requestWords[part]);
});

test('R379 the privacy policy names every field of the intake', () => {
  const sentence = /<strong>Dealer intake\.<\/strong>(.*?)<\/li>/.exec(policy)?.[1];
  for (const { name } of leadForms(lists).intake.fields)
    expect(sentence, name).toContain(intakeWords[name] ?? 'named in the table of this test');
});

test('R379 the privacy policy names everything that a page of the site keeps in the browser', () => {
  const sources = trackedFiles().filter((file) => /^(?:site|client)\/.*(?<!\.test)\.tsx?$/.test(file));
  const keys = sources.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=['`"])boxline\.[a-z.-]+/g) ?? []);
  expect(keys.length).toBeGreaterThan(10);
  for (const key of new Set(keys)) {
    if (!ofTheStaff.includes(key)) expect(policy, key).toContain(keptWords[key] ?? 'named in the table of this test');
  }
});

test('R699 the date of the privacy policy changes with its words', () => {
  const words = createHash('sha256').update(policy).digest('hex').slice(0, 12);
  // Whoever changes the words gives both anew: the date of the day, and what the test says that it received.
  expect([legal.lastUpdated.privacy, words]).toEqual(['November 30, 2026', '9f4bc24a51a1']);
});
