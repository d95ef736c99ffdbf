import '../styles/desk.css';
import '../board/board.css';
import './dealerships.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedCode } from '#contract/desk/code-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { AllCodes } from './AllCodes.tsx';

const list = 'GET /api/desk/codes';

const codeOf = (parts: Partial<ListedCode>): ListedCode => ({
  number: 12,
  dealershipId: 'harbor',
  dealershipName: 'Harbor Point Motors',
  createdAt: '2026-11-01T15:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  state: 'holds',
  ...parts,
});

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('R204 an admin finds every code of every dealership in one list, and revokes one there', async () => {
  let codes = [
    codeOf({}),
    codeOf({ number: 11, state: 'grace', expiresAt: '2026-11-03T15:00:00.000Z' }),
    codeOf({ number: 1, dealershipId: null, dealershipName: null, lastUsedAt: '2026-11-20T15:00:00.000Z' }),
  ];
  const { sent, calls } = mountDesk(<AllCodes />, {
    answers: {
      [list]: ({ query }) => ({
        json:
          query.get('cursor') === '1'
            ? { rows: [codeOf({ number: 0, state: 'ended' })], cursor: null }
            : { rows: codes, cursor: '1' },
      }),
      'POST /api/desk/codes/12/revoke': () => {
        codes = codes.map((code) =>
          code.number === 12 ? { ...code, state: 'revoked', revokedAt: code.createdAt } : code,
        );
        return { json: codes[0] };
      },
    },
  });
  await button('All codes').click();
  const dialog = page.getByRole('dialog', { name: 'Access codes' });
  await expect.element(dialog.getByText(/Code 12/)).toBeVisible();
  await expect.element(dialog.getByText(/shared by dealerships/)).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Harbor Point Motors' }).first()).toBeVisible();
  // The next page is read before the end of the list is in sight.
  await expect.element(dialog.getByText(/Code 0\b/)).toBeVisible();
  await expectFits();
  await button('Revoke code 12').click();
  await button('Revoke code 12').last().click();
  await expect.element(dialog.getByText('Code 12 is revoked.')).toBeVisible();
  await expect.element(button('Revoke code 12')).not.toBeInTheDocument();
  expect(sent('POST /api/desk/codes/12/revoke')).toHaveLength(1);
  expect(calls.every(({ name }) => name.includes('/codes'))).toBe(true);
});

test('R204 a list of codes that is empty, failed or not allowed says so', async () => {
  const words = [
    [{ json: { rows: [], cursor: null } }, 'No code has been issued yet.'],
    [{ status: 500, text: 'Something went wrong.' }, 'Could not load the codes'],
    [{ status: 403, text: 'Your role does not allow this.' }, /Your role does not allow you to see the codes/],
  ] as const;
  for (const [answer, said] of words) {
    const { leave } = mountDesk(<AllCodes />, { answers: { [list]: answer } });
    await button('All codes').click();
    await expect.element(page.getByText(said)).toBeVisible();
    leave();
    const { queryClient } = await import('../lib/read.ts');
    queryClient.clear();
  }
});

test('R222 a code that could not be revoked stays in the list with why, and a dealership is opened from it', async () => {
  const why = 'Your role does not allow this.';
  mountDesk(<AllCodes />, {
    answers: {
      [list]: { json: { rows: [codeOf({}), codeOf({ number: 3, state: 'ended' })], cursor: null } },
      'POST /api/desk/codes/12/revoke': { status: 403, text: why },
    },
  });
  await button('All codes').click();
  await button('Revoke code 12').click();
  await button('Keep it').click();
  await button('Revoke code 12').click();
  await button('Revoke code 12').last().click();
  const dialog = page.getByRole('dialog', { name: 'Access codes' });
  await expect.element(dialog.getByText(why)).toBeVisible();
  await expect.element(dialog.getByText(/Code 12/).first()).toBeVisible();
  // A code that has ended has no Revoke button.
  await expect.element(button('Revoke code 3')).not.toBeInTheDocument();
  await dialog.getByRole('link', { name: 'Harbor Point Motors' }).first().click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(location.pathname).toBe('/desk/dealerships/harbor');
});
