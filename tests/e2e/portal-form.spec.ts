/** The form that asks for an agent by text: what it offers, what it refuses, and what is sent. */
import type { Request } from '@playwright/test';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { sendSmsPath } from '#contract/agent-request.ts';
import { sessionPath } from '#contract/portal.ts';
import { told } from './live-regions.ts';
import { anyDealership, codeField, enter, expect, openTextForm, test } from './portal.ts';

test('R63 a note that is too long is kept whole, says so, and is sent once it is shorter', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  await enter(page, boxline);
  await openTextForm(page, { index: 1 });
  const note = page.getByLabel('Additional info');
  await note.fill('x'.repeat(2100));
  await expect(note).toHaveValue('x'.repeat(2100));
  await expect(note).toHaveAccessibleDescription(/Additional info has 2100 characters: shorten it to 2000/);
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(note).toBeFocused();
  await note.fill('shorter');
  const name = page.getByLabel('Your name');
  await name.focus();
  await page.keyboard.insertText('Ada '.repeat(30));
  await expect(name).toHaveValue('Ada '.repeat(30));
  await expect(name).toHaveAccessibleDescription(/Your name has 119 characters: shorten it to 100/);
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(name).toBeFocused();
  await name.fill('Ada');
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
});

test.describe('R263 a session that ends while a request is typed', () => {
  test.use({ allowed: [/status of 401/] });

  test('takes nothing of it away from whoever enters a code of the same dealership', { tag: '@long' }, async ({
    page,
    boxline,
  }) => {
    const dealership = anyDealership();
    const [before, after] = [await boxline.ownCode(dealership), await boxline.ownCode(dealership)];
    await enter(page, { code: before });
    // Opening it asks how the session stands. An answer from after the revocation would lock the portal before the press.
    const asked = page.waitForResponse((response) => response.url().endsWith(sessionPath));
    await openTextForm(page);
    await asked;
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Additional info').fill('The customer waits');
    await boxline.revoke(before);
    await page.getByRole('button', { name: 'Request Agent' }).click();
    await codeField(page).fill(after);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await openTextForm(page);
    await expect(page.getByLabel('Your name')).toHaveValue('Ada');
    await expect(page.getByLabel('Additional info')).toHaveValue('The customer waits');
    await page.getByRole('button', { name: 'Request Agent' }).click();
    await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
    expect(boxline.requestsOf(dealership)).toBe(1);
  });
});

test('R43 an address moved out of the note and back keeps the focus, and so does the field while it is sent', {
  tag: '@long',
}, async ({ page, boxline }) => {
  await enter(page, boxline);
  await openTextForm(page, { index: 2 });
  const note = page.getByLabel('Additional info');
  await expect(note).toHaveAccessibleDescription(/finance managers on shift and our desk can read it/);
  await note.fill('412 098 637');
  await page.getByRole('button', { name: 'Yes, send it as the address' }).press('Enter');
  await expect(note).toHaveValue('');
  await expect(note).toBeFocused();
  await page.getByRole('button', { name: 'Put it back in the note' }).press('Enter');
  await expect(note).toHaveValue('412 098 637');
  await expect(note).toBeFocused();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/send-sms', async (route) => {
    await answered;
    await route.continue();
  });
  const name = page.getByLabel('Your name');
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).not.toBeEditable();
  await expect(note).not.toBeEditable();
  answer();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
});

test('S8.4 S5.6 without a dealership the button is disabled, and a press says to select one', async ({
  page,
  boxline,
}) => {
  await enter(page, boxline);
  await openTextForm(page);
  const send = page.getByRole('button', { name: 'Request Agent' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await send.click({ force: true });
  await expect(told(page, 'alert')).toHaveText('Please select your dealership');
  await expect(page.getByLabel('Dealership')).toBeFocused();
  await page.getByLabel('Dealership').selectOption('Driftless Trucks');
  await expect(told(page, 'alert')).toHaveCount(0);
  await expect(send).not.toHaveAttribute('aria-disabled');
  await expect(page.getByText('Not provided')).toBeVisible();
});

test('S3.6 S9.6 the form offers the eight dealerships and the two request types', async ({ page, boxline }) => {
  await enter(page, boxline);
  await openTextForm(page);
  const names = sampleDealerships.map(({ name }) => name);
  await expect(page.getByLabel('Dealership').getByRole('option')).toHaveText(['Choose…', ...names]);
  await expect(page.getByLabel('Request type').getByRole('option')).toHaveText([
    'Request Agent for Active Deal',
    'Custom Request',
  ]);
  await expect(page.getByLabel('Additional info')).not.toHaveAttribute('aria-required');
});

test('R23 a double press is one request', async ({ page, boxline }) => {
  const dealership = anyDealership();
  await enter(page, boxline);
  const posts: Request[] = [];
  page.on('request', (request) => request.url().endsWith(sendSmsPath) && posts.push(request));
  await openTextForm(page, dealership);
  await page.getByRole('button', { name: 'Request Agent' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
  // The server stores a request, and a text for each person, before it answers.
  for (const post of posts) expect((await post.response())?.status()).toBe(200);
  expect(boxline.requestsOf(dealership)).toBe(1);
  expect(await boxline.textsOf(dealership)).toHaveLength(2);
});
