import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { SearchField } from './SearchField.tsx';

function Screen() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField label="Search leads" value={search} maxLength={50} onChange={setSearch} />
      <p>Searched for “{search}”</p>
      <button type="button" onClick={() => setSearch('elm')}>
        Back
      </button>
    </>
  );
}

test('Two words are typed as they are, and what is searched for has no blanks at its ends', async () => {
  mount(<Screen />);
  const field = page.getByLabelText('Search leads');
  await field.click();
  await userEvent.keyboard(' elm street ');
  await expect.element(field).toHaveValue(' elm street ');
  await expect.element(page.getByText('Searched for “elm street”')).toBeVisible();
});

test('A search that changes elsewhere, as Back does, is shown', async () => {
  mount(<Screen />);
  const field = page.getByLabelText('Search leads');
  await field.fill('elm street');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(field).toHaveValue('elm');
});
