import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { referenceOf } from '#contract/reference.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { queuedPrefix } from '../sending/lifetimes.ts';
import { InquiryForm } from './InquiryForm.tsx';

beforeEach(beginAnew);

/** The form on the material that its page gives it. */
const onPaper = (
  <div className="paper">
    <InquiryForm />
  </div>
);

/** Answers to every required question. */
const typed = {
  'Dealership name': 'Harbor Point Motors',
  'First name': 'Ada',
  'Last name': 'Quill',
  'Phone number': '(207) 555-0148',
  'E-mail': 'ada@harborpoint.example',
  'Dealer address': '14 Commercial Wharf',
};
const chosen = {
  'Dealer type': 'Used Car Dealer',
  'DMS provider': 'Not Sure',
  'CRM provider': 'HubSpot',
  'Units sold per month': '51-100 per month',
};

const field = (label: string) => page.getByLabelText(new RegExp(`^${label}`));
const send = () => page.getByRole('button', { name: 'Send inquiry' });

test('an empty form is refused with a summary whose links lead to the fields', async () => {
  mount(onPaper);
  await send().click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect.element(summary).toHaveFocus();
  await summary.getByRole('link', { name: 'Enter your first name' }).click();
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(field('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await expectFits();
});

test('what is typed is a draft: it comes back with the form, is cleared on demand, and the clearing is undone', async () => {
  const first = mount(onPaper);
  await field('First name').fill('Ada');
  // Leaving saves what was typed last, without waiting for a pause.
  first.leave();
  mount(onPaper);
  await expect.element(field('First name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(page.getByText('Clear everything you typed?')).toHaveFocus();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(field('First name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Clear it' }).click();
  await expect.element(field('First name')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(field('First name')).toHaveValue('Ada');
  await expectFits();
});

test('R364 what was cleared is brought back also after something was typed and deleted in one go', async () => {
  mount(onPaper);
  await field('First name').fill('Ada');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Clear it' }).click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await field('First name').fill('B');
  await field('First name').fill('');
  // Longer than the pause after which typing is saved.
  vi.advanceTimersByTime(600);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(field('First name')).toHaveValue('Ada');
});

test('an address that looks odd is no error: advice offers the likely one when the field is left', async () => {
  mount(onPaper);
  await field('E-mail').fill('ada@gmial.com');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Use ada@gmail.com' }).click();
  await expect.element(field('E-mail')).toHaveValue('ada@gmail.com');
  await expect.element(field('E-mail')).not.toHaveAttribute('aria-invalid', 'true');
});

test('R897 an answer that is too long is told once at its field, with its length at this moment', async () => {
  mount(onPaper);
  const address = `${'a'.repeat(300)}@harborpoint.example`;
  await field('E-mail').fill(address);
  await send().click();
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
  const said = () => document.querySelector('[data-field="email"]')?.textContent;
  await expect.poll(said).toBe(`E-mail *E-mail has ${address.length} characters: shorten it to 254`);
  await field('E-mail').fill(address.slice(1));
  await expect.poll(said).toBe(`E-mail *E-mail has ${address.length - 1} characters: shorten it to 254`);
  await expect.element(field('E-mail')).toHaveAccessibleDescription(/^E-mail has 319 characters/);
  // Once it is short enough, nothing says the length that it had, also while somebody goes on typing.
  await userEvent.keyboard('{Control>}a{/Control}ada@harborpoint.example');
  await expect.element(field('E-mail')).toHaveFocus();
  await expect.poll(said).toBe('E-mail *');
});

test('R296 a draft with an option that its list does not have any more brings back the rest, and asks for that one again', async () => {
  const first = mount(onPaper);
  await field('First name').fill('Ada');
  await field('Dealer type').selectOptions('Luxury Dealer');
  first.leave();
  for (const storage of [localStorage, sessionStorage]) {
    const key = 'boxline.draft.inquiry';
    storage.setItem(key, (storage.getItem(key) ?? '').replace('Luxury Dealer', 'Carriage Dealer'));
  }
  mount(onPaper);
  await expect.element(field('First name')).toHaveValue('Ada');
  await expect.element(field('Dealer type')).toHaveDisplayValue('Choose…');
});

test('R742 an option that the server does not have any more stays refused until another one is chosen', async () => {
  const refusal = 'Choose a dealer type. The list has changed: load the page again to see it';
  const calls = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(`dealer_type: ${refusal}`, { status: 422 }));
  onTestFinished(() => calls.mockRestore());
  mount(onPaper);
  for (const [label, answer] of Object.entries(typed)) await field(label).fill(answer);
  for (const [label, option] of Object.entries(chosen)) await field(label).selectOptions(option);
  await send().click();
  const error = page.getByRole('link', { name: refusal });
  await expect.element(error).toBeVisible();
  await error.click();
  await userEvent.tab();
  await field('First name').fill('Bea');
  await userEvent.tab();
  await expect.element(field('Dealer type')).toHaveAccessibleDescription(refusal);
  await field('Dealer type').selectOptions('Luxury Dealer');
  await expect.element(field('Dealer type')).not.toHaveAccessibleDescription(refusal);
  await expect.element(field('First name')).toHaveValue('Bea');
});

test('R492 a draft that is past its time while its form stays open is kept anew for whoever comes back to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T21:06:00') });
  onTestFinished(() => void vi.useRealTimers());
  const first = mount(onPaper);
  await field('First name').fill('Ada');
  await expect.element(page.getByText('Saved in this browser 9:06 pm')).toBeVisible();
  vi.setSystemTime(new Date('2026-11-23T08:30:00'));
  // Another page of the site removes what is past its time.
  localStorage.removeItem('boxline.draft.inquiry');
  window.dispatchEvent(new StorageEvent('storage', { key: 'boxline.draft.inquiry' }));
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText('Saved in this browser 8:30 am')).toBeVisible();
  first.leave();
  mount(onPaper);
  await expect.element(field('First name')).toHaveValue('Ada');
});

test('R808 what is changed while the form waits on the device is not said to replace something that was sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  mount(onPaper);
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
  for (const [label, option] of Object.entries(chosen)) await field(label).selectOptions(option);
  await send().click();
  await expect.element(page.getByRole('button', { name: 'Waiting for a connection' })).toBeVisible();
  const [key = ''] = Object.keys(localStorage).filter((one) => one.startsWith(queuedPrefix));
  const reference = referenceOf(key.slice(queuedPrefix.length));
  await field('First name').fill('Adele');
  const note = page.getByRole('status').filter({ hasText: 'Your changes are not sent yet' });
  const words = () => note.element().textContent;
  await expect.poll(words).toContain(`Once sent, they replace the earlier answers of ${reference}.`);
});
