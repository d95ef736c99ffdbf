import './access-dialog.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../../tests/components/mount.ts';
import type { AccessFormState } from '../state.ts';
import { AccessForm } from './AccessForm.tsx';

const field = page.getByLabelText('Access code');

function formOf(form: AccessFormState, input = { current: null }) {
  return (
    <AccessForm
      input={input}
      describedBy={undefined}
      form={form}
      onIntent={() => undefined}
      onSubmit={async () => undefined}
      onCancel={() => undefined}
    />
  );
}

const wrong = { status: 'wrong', attempt: 1, symbols: 12, isChanged: false } as const;

test('R1093 a late “wrong” neither marks nor selects what was typed since, and the focus stays', async () => {
  const input = { current: null };
  const shown = mount(formOf({ status: 'checking' }, input));
  await field.fill('7K2M-90QF-3XVD');
  const show = page.getByRole('button', { name: /^Show/ });
  await show.click();
  const hide = page.getByRole('button', { name: /^Hide/ });
  await expect.element(hide).toHaveFocus();
  shown.show(formOf({ ...wrong, isChanged: true }, input));
  const told = page.getByRole('alert').getByText('What you have typed since was not tried.');
  await expect.element(told).toBeVisible();
  await expect.element(hide).toHaveFocus();
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  shown.show(formOf({ ...wrong, attempt: 2 }, input));
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('x');
  await expect.element(field).toHaveValue('x');
});

test.each([
  [11, '11 of 12 letters and digits typed.'],
  [13, 'More than 12 letters and digits typed.'],
])('R1094 a code of %i symbols is refused with how many it should have', async (symbols, words) => {
  mount(formOf({ ...wrong, symbols }));
  await expect.element(page.getByText(words)).toBeVisible();
  expect(field.element().getAttribute('aria-describedby')).toContain('access-count');
});
