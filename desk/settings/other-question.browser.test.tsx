/** A question whose subject changes while it is open. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { readAgain } from '../lib/read.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const viewOf = (anyOwnCode: boolean): SettingsView => ({
  textAgent: { version: 1, on: true, nobodyReached: null },
  sharedCode: { version: 1, on: true, anyOwnCode },
  alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
  jacket: { version: 1, items: [], retired: [] },
  lenderHours: { version: 1, lenders: [], hours: [] },
});

test('R758 whoever agreed to end shared codes has not agreed to that when the last own code ends meanwhile', async () => {
  let anyOwnCode = true;
  const path = 'POST /api/desk/settings/shared-code';
  const { sent } = mountDesk(<SettingsScreen />, {
    answers: {
      'GET /api/desk/settings': () => ({ json: viewOf(anyOwnCode) }),
      [path]: () => ({ json: viewOf(anyOwnCode) }),
    },
  });
  const end = page.getByRole('button', { name: 'End shared codes', exact: true });
  await end.click();
  await expect.element(page.getByText(/Whoever is in the portal with one is out/)).toBeVisible();
  anyOwnCode = false;
  readAgain({ topics: [{ topic: 'settings', id: null }] });
  await expect.element(page.getByText(/Whoever is in the portal with one is out/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/nobody could open the portal/)).not.toBeInTheDocument();
  await end.click();
  await expect.element(page.getByText(/nobody could open the portal/)).toBeVisible();
  await end.click();
  await expect.poll(() => sent(path)).toMatchObject([{ on: false, force: true }]);
});
