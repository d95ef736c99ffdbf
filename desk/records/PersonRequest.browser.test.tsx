import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FoundItemView } from '#contract/desk/person-request-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { PersonRequest } from './PersonRequest.tsx';

const at = '2026-11-21T08:00:00.000Z';

const item = (kind: 'lead' | 'message', number: number): FoundItemView => ({
  kind,
  id: `${kind}-${number}`,
  reference: `BX-${number}`,
  title: 'Quillon Marzette',
  at,
  class: 'communication',
  matches: ['Name'],
  about: { kind, id: `${kind}-${number}` },
  kept: null,
});

const hundred = (kind: 'lead' | 'message') => Array.from({ length: 100 }, (_, number) => item(kind, number));

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('R770 of more than can be erased at once the first are chosen, and one more is refused where it is chosen', async () => {
  const items = [...hundred('lead'), ...hundred('message'), item('message', 100)];
  mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': { json: { by: 'name', items, more: [] } },
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  await page.getByRole('textbox', { name: 'Who' }).fill('Quillon');
  await button('Find').click();
  await expect.element(page.getByText('At most 200 at once: search again afterwards for the rest.')).toBeVisible();
  await expect.element(button('Erase 200 things')).toBeVisible();
  const last = page.getByRole('checkbox', { name: /Message BX-100/ });
  await expect.element(last).not.toBeChecked();
  await last.click();
  await expect.element(page.getByText('At most 200 at once, and 201 are chosen: untick 1.')).toBeVisible();
  await expect.element(button(/^Erase/)).not.toBeInTheDocument();
  await expect.element(button('Download as JSON')).not.toBeInTheDocument();
  await last.click();
  await expect.element(button('Erase 200 things')).toBeVisible();
});
