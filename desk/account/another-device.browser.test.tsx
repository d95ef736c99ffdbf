/** The page of the own account is open, or was left, while another device signs in or gets a factor. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginTotp, changePassword, listSessions, viewFactors } from '#contract/desk/account-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { closeDialog } from '../../tests/components/left-screen.tsx';
import { readAgain } from '../lib/read.ts';
import { deskClock } from '../lib/session.ts';
import { AccountScreen } from './AccountScreen.tsx';

const at = '2026-11-21T08:00:00.000Z';
const session = (id: string, device: string) => ({
  id,
  own: id === 'session',
  device,
  signedInAt: at,
  activeAt: at,
  locked: false,
});

test('R824 a session and a factor of another device are shown on the page of the account as soon as the console is told', async () => {
  let hasOther = false;
  mountDesk(<AccountScreen />, {
    at: '/account',
    answers: {
      [`GET ${listSessions.path}`]: () => ({
        json: {
          sessions: [
            session('session', 'Firefox on Linux'),
            ...(hasOther ? [session('other', 'Safari on iPhone')] : []),
          ],
        },
      }),
      [`GET ${viewFactors.path}`]: () => ({
        json: {
          passwordChangedAt: at,
          totpAddedAt: hasOther ? at : null,
          passkeys: [],
          recoveryCodesLeft: hasOther ? 9 : 10,
        },
      }),
    },
  });
  await expect.element(page.getByText('10 of 10 left')).toBeVisible();
  hasOther = true;
  readAgain({ topics: [{ topic: 'account', id: 'somebody-else' }] });
  readAgain({ topics: [{ topic: 'account', id: 'dana' }] });
  await expect.element(page.getByText('Safari on iPhone', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText('9 of 10 left')).toBeVisible();
});

test('R845 a session that has locked by itself is shown as locked at that moment', async () => {
  const changesAt = new Date(deskClock.now() + 2000).toISOString();
  let locked = false;
  mountDesk(<AccountScreen />, {
    at: '/account',
    answers: {
      [`GET ${listSessions.path}`]: () => ({
        json: {
          sessions: [session('session', 'Firefox on Linux'), { ...session('other', 'Edge on Windows'), locked }],
          changesAt,
        },
      }),
      [`GET ${viewFactors.path}`]: {
        json: { passwordChangedAt: at, totpAddedAt: at, passkeys: [], recoveryCodesLeft: 9 },
      },
    },
  });
  await expect.element(page.getByText('Edge on Windows', { exact: false }).first()).toBeVisible();
  locked = true;
  await expect.element(page.getByText(', locked', { exact: false })).toBeVisible();
});

test('R1034 an answer that comes after its dialog was closed leaves the next dialog open', async () => {
  const changed = Promise.withResolvers<{ json: object }>();
  mountDesk(<AccountScreen />, {
    at: '/account',
    answers: {
      [`GET ${listSessions.path}`]: { json: { sessions: [session('session', 'Firefox on Linux')] } },
      [`GET ${viewFactors.path}`]: {
        json: { passwordChangedAt: at, totpAddedAt: null, passkeys: [], recoveryCodesLeft: 9 },
      },
      [`POST ${changePassword.path}`]: () => changed.promise,
      [`POST ${beginTotp.path}`]: 'never',
    },
  });
  const open = (name: string) => page.getByRole('button', { name, exact: true });
  await open('Change the password').click();
  await page.getByLabelText('New password').fill('a fine long password');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the password' }).click();
  await closeDialog();
  await open('Add the authenticator app').click();
  changed.resolve({ json: { passwordChangedAt: at, totpAddedAt: null, passkeys: [], recoveryCodesLeft: 9 } });
  await expect.element(page.getByText('Your password is changed.', { exact: false })).toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Add an authenticator app' })).toBeVisible();
});
