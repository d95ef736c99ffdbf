import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lists } from '#brand/lists.ts';
import { mintId } from '#contract/reference.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { startNote } from '../note/FormsNote.tsx';
import { queuedPrefix } from '../sending/lifetimes.ts';
import { IntakeForm } from './IntakeForm.tsx';

beforeEach(beginAnew);

const form = (
  <div className="paper">
    <IntakeForm shown />
  </div>
);
const consent = () => page.getByLabelText(lists.smsConsent.text);

test('R675 the consent that was ticked under other words is empty when its draft comes back, and a line says why', async () => {
  const first = mount(form);
  await page.getByLabelText(/^Business name/).fill('Alder Motors');
  await consent().click();
  first.leave();
  const same = mount(form);
  await expect.element(consent()).toBeChecked();
  same.leave();
  for (const storage of [localStorage, sessionStorage]) {
    const key = 'boxline.draft.intake';
    storage.setItem(key, (storage.getItem(key) ?? '').replace(lists.smsConsent.version, '2025-01-01'));
  }
  mount(form);
  await expect.element(page.getByLabelText(/^Business name/)).toHaveValue('Alder Motors');
  await expect.element(consent()).not.toBeChecked();
  await expect.element(consent()).toHaveAccessibleDescription(/^These words have changed since you ticked the box/);
  // A browser that restores answers by itself cannot know which wording stood beside the box.
  await expect.element(consent()).toHaveAttribute('autocomplete', 'off');
});

test('R806 a refused intake that waited is opened from the note after the draft in its place was cleared, and not before', async () => {
  const id = mintId();
  const key = queuedPrefix + id;
  const named = { version: 1, id, root: id, unsure: false, key, kind: 'intake', extras: {}, startedAt: 0, reason: '' };
  const errors = [{ field: 'business_name', text: 'Another name, please' }];
  const answers = { business_name: 'Birch Motors' };
  const record = { ...named, answers, errors, queuedAt: Date.now(), state: 'refused' };
  const name = () => page.getByLabelText(/^Business name/);
  const clear = async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear it' }).click();
  };
  // The links of the note lead to another page, which a component alone does not have.
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));

  mount(
    <>
      {startNote()}
      {form}
    </>,
  );
  await name().fill('Alder Motors');
  await expect.element(page.getByText(/^Saved in this browser/)).toBeVisible();
  localStorage.setItem(key, JSON.stringify(record));
  dispatchEvent(new StorageEvent('storage', { key }));
  const open = page.getByRole('link', { name: 'Open the form to correct it' });
  await open.click();
  await expect.element(name()).toHaveValue('Alder Motors');

  await clear();
  // What was cleared can be brought back, so nothing takes its place by itself.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(name()).toHaveValue('Alder Motors');

  await clear();
  await expect.element(name()).toHaveValue('');
  await open.click();
  await expect.element(name()).toHaveValue('Birch Motors');
  await expect.element(page.getByRole('link', { name: 'Another name, please' })).toBeVisible();
});

test('R1295 a part of the intake with an answer that is too long is not called complete, while it is typed and when it was refused', async () => {
  mount(form);
  const part = page.getByRole('link', { name: /^Sales Information/ });
  const units = page.getByLabelText(/^Units sold per month/);
  await page.getByLabelText(/^Average sales/).selectOptions('$25,000+');
  await expect.element(part.getByText('Complete', { exact: true })).toBeVisible();
  await units.fill('9'.repeat(201));
  await expect.element(part.getByText('Has an error', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect.element(page.getByText('There is a problem')).toBeVisible();
  await expect.element(part.getByText('Has an error', { exact: true })).toBeVisible();
  await units.fill('9');
  await page.getByLabelText(/^Average sales/).click();
  await expect.element(part.getByText('Complete', { exact: true })).toBeVisible();
});

const help = 'Street only? Add city, state and ZIP.';

test('R1278 an address that follows the business address has no help of its own, also after a reload and once the other was mended', async () => {
  const first = mount(form);
  await page.getByLabelText(/^Business address/).fill('14 Commercial Wharf');
  await page.getByLabelText(/^Same as business address/).click();
  await expect.element(page.getByLabelText(/^Mailing address/)).toHaveValue('14 Commercial Wharf');
  first.leave();
  mount(form);
  const odd = () => [...document.querySelectorAll('.odd-answers li')].map(({ textContent }) => textContent);
  await expect.poll(odd).toEqual([`Business address: ${help}`]);
  const business = page.getByLabelText(/^Business address/);
  await business.fill('14 Commercial Wharf, Portland, ME 04101');
  await userEvent.tab();
  await expect.poll(odd).toEqual([]);
});

test('R1278 an address that begins to follow the business address loses the help about what was typed in it', async () => {
  mount(form);
  await page.getByLabelText(/^Business address/).fill('14 Commercial Wharf, Portland, ME 04101');
  await page.getByLabelText(/^Mailing address/).fill('2 Pier Road');
  await userEvent.tab();
  const said = () => document.querySelector('[data-field="mailing_address"]')?.textContent ?? '';
  await expect.poll(said).toContain(help);
  await page.getByLabelText(/^Same as business address/).click();
  await expect.poll(said).not.toContain(help);
});
