import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createStore, useStore } from '#client/lib/store.ts';
import { mount } from '../../../tests/components/mount.ts';
import type { TypedAnydesk } from '../state.ts';
import { AnydeskField } from './AnydeskField.tsx';
import type { Change } from './changes.ts';

const field = page.getByLabelText(/^AnyDesk address on this computer/);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The address that the agent has, and whether the card shows the field. */
const facts = createStore<{ given: string | null; isShown: boolean }>({ given: null, isShown: true });
const typed = createStore<TypedAnydesk | undefined>(undefined);

function Card({ onGive }: { onGive: (address: string) => Promise<Change> }) {
  const { given, isShown } = useStore(facts);
  const kept = useStore(typed);
  if (!isShown) return null;
  return <AnydeskField given={given} agent="Dana" typed={kept} settled onType={typed.set} onGive={onGive} />;
}

/** Mounts the field as the card does: the typed text is kept outside of it. */
function host() {
  facts.set({ given: null, isShown: true });
  typed.set(undefined);
  const gave: string[] = [];
  const answer = Promise.withResolvers<Change>();
  mount(
    <Card
      onGive={(address) => {
        gave.push(address);
        return answer.promise;
      }}
    />,
  );
  return { gave, answer, show: (given: string | null, isShown = true) => facts.set({ given, isShown }) };
}

test('R601 what is typed of an AnyDesk address is there again when the card had no place for it meanwhile', async () => {
  const card = host();
  await field.fill('4120');
  card.show(null, false);
  await expect.element(field).not.toBeInTheDocument();
  card.show(null);
  await expect.element(field).toHaveValue('4120');
});

test('R601 an address that is given meanwhile is told beside the one that is typed, and either is kept by a press', async () => {
  const card = host();
  await field.fill('412098637');
  card.show('987654321');
  await expect
    .element(page.getByText('987 654 321 was given meanwhile. What you typed is not sent.').first())
    .toBeVisible();
  await expect.element(field).toHaveValue('412098637');
  expect(card.gave).toEqual([]);
  await button('Keep 987 654 321').click();
  await expect.element(button('Change')).toHaveFocus();
  await expect.element(page.getByText('987 654 321', { exact: true })).toBeVisible();
  await button('Change').click();
  await field.fill('412098637');
  await button('Send to Dana').click();
  expect(card.gave).toEqual(['412098637']);
  card.show('412098637');
  card.answer.resolve({ kind: 'done' });
  await expect.element(button('Change')).toHaveFocus();
});

test('R601 what is typed on while an address is on its way stays typed', async () => {
  const card = host();
  await field.fill('412098637');
  await button('Send to Dana').click();
  await field.fill('4120986371');
  card.show('412098637');
  card.answer.resolve({ kind: 'done' });
  await expect.element(button('Send to Dana')).toBeEnabled();
  await expect.element(field).toHaveValue('4120986371');
});

const unanswered = page.getByText('No answer came. Give the address again, or say it on the phone.');

test('R841 that no answer came is no longer said once somebody else has given an address', async () => {
  const card = host();
  await field.fill('412098637');
  await button('Send to Dana').click();
  card.answer.resolve({ kind: 'failed' });
  await expect.element(unanswered).toBeVisible();
  card.show('987654321');
  await expect.element(button('Keep 987 654 321')).toBeVisible();
  await expect.element(unanswered).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('412098637');
});

test('R841 an address whose answer was lost is no longer typed once the card shows it, whatever is given later', async () => {
  const card = host();
  await field.fill('412098637');
  await button('Send to Dana').click();
  card.answer.resolve({ kind: 'failed' });
  await expect.element(unanswered).toBeVisible();
  card.show('412098637');
  await expect.element(page.getByText('412 098 637', { exact: true })).toBeVisible();
  card.show('987654321');
  await expect.element(page.getByText('987 654 321', { exact: true })).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('R841 no answer to the address that the agent has already leaves that address on the card', async () => {
  const card = host();
  card.show('412098637');
  await button('Change').click();
  await expect.element(field).toHaveValue('412 098 637');
  await button('Send to Dana').click();
  expect(card.gave).toEqual(['412098637']);
  card.answer.resolve({ kind: 'failed' });
  await expect.element(button('Change')).toBeVisible();
  await expect.element(unanswered).not.toBeInTheDocument();
});
