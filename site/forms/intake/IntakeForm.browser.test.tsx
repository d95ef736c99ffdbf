import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lists } from '#brand/lists.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
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
