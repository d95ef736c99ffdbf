import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { AddForm } from './AddForm.tsx';

const add = 'POST /api/desk/dealerships';

test('R522 a dealership that is sent again with other words after a lost answer is said to be another one, and the next press adds it', async () => {
  const { text, status } = dealershipRefusals.idTaken;
  const answers = ['cut', { status, text }, { status: 500, text: 'No' }] as const;
  let asked = 0;
  const { sent } = mountDesk(<AddForm onDone={vi.fn<() => void>()} />, {
    answers: { [add]: () => answers[asked++] ?? 'cut' },
  });
  const name = page.getByLabelText('Name');
  const press = page.getByRole('button', { name: 'Add' });
  await name.fill('Alpha Motors');
  await press.click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await name.fill('Beta Motors');
  await press.click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(name).toHaveValue('Beta Motors');
  await press.click();
  await expect.poll(() => sent(add).length).toBe(3);
  const [first, second, third] = sent(add) as { id: string; name: string }[];
  expect([second?.id === first?.id, third?.id === first?.id, third?.name]).toEqual([true, false, 'Beta Motors']);
});
