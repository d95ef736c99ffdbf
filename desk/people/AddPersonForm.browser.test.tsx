import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addPerson } from '#contract/desk/people-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { AddPersonForm } from './AddPersonForm.tsx';

const add = 'POST /api/desk/people';

test('R634 a person who is sent again after a lost answer is the same one, and another only after the form has said so', async () => {
  const { text, status } = addPerson.refusals.idTaken;
  const answers = ['cut', { status, text }, { status: 500, text: 'No' }] as const;
  let asked = 0;
  const { sent } = mountDesk(<AddPersonForm onStored={() => undefined} onClose={() => undefined} />, {
    answers: { [add]: () => answers[asked++] ?? 'cut' },
  });
  const name = page.getByLabelText('Name');
  const press = page.getByRole('button', { name: 'Add' });
  await name.fill('Nora Lindqvist');
  await press.click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await name.fill('Nora L.');
  await press.click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(name).toHaveValue('Nora L.');
  await press.click();
  await expect.poll(() => sent(add).length).toBe(3);
  const [first, second, third] = sent(add) as { id: string; name: string }[];
  expect([second?.id === first?.id, third?.id === first?.id, third?.name]).toEqual([true, false, 'Nora L.']);
});
