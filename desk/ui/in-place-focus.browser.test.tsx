/** Where the focus is when a form opens in the place of its button, when it is closed, and when a record is left. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { BoardScreen } from '../board/BoardScreen.tsx';
import { recordOf, rowOf } from '../board/testing.ts';
import { HoldPart } from '../records/Holds.tsx';
import { Holidays } from '../schedule/Holidays.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

const serverNow = new Date().toISOString();
const button = (name: string) => page.getByRole('button', { name });

test('R876 the hours of a lender are typed at once after the button, which has the focus again when they are left', async () => {
  const view: SettingsView = {
    textAgent: { version: 1, on: true, nobodyReached: null },
    sharedCode: { version: 1, on: true, anyOwnCode: true },
    alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
    jacket: { version: 1, items: [], retired: [] },
    lenderHours: { version: 1, lenders: ['Harbor Bank', 'ALLY'], hours: [] },
  };
  mountDesk(<SettingsScreen />, { answers: { 'GET /api/desk/settings': { json: view } } });
  await button('Add hours of ALLY').click();
  await expect.element(page.getByRole('textbox', { name: 'Mon–Fri (optional)' })).toHaveFocus();
  // Another lender is opened instead: the first one closes.
  await button('Add hours of Harbor Bank').click();
  await expect.element(page.getByRole('textbox', { name: 'Mon–Fri (optional)' })).toHaveFocus();
  await button('Cancel').click();
  await expect.element(button('Add hours of Harbor Bank')).toHaveFocus();
});

test('R876 a holiday is typed at once after the button', async () => {
  mountDesk(<Holidays removedHolidays={{}} holidays={[]} today="2026-11-21" mayManage />, { answers: {} });
  await button('Add a holiday').click();
  await expect.element(page.getByLabelText('Date')).toHaveFocus();
});

test('R876 the reason of a legal hold is typed at once after the button, which has the focus again when it is left', async () => {
  mountDesk(<HoldPart kind="lead" id="l-1" />, {
    answers: { 'GET /api/desk/records/holds/lead/l-1': { json: { holds: [], serverNow } } },
  });
  await button('Put under a legal hold…').click();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await button('Cancel').click();
  await expect.element(button('Put under a legal hold…')).toHaveFocus();
});

test('R876 whoever leaves a record on a telephone is at its row, by the link back and by Esc', async () => {
  await page.viewport(390, 844);
  mountDesk(<BoardScreen />, {
    answers: {
      [`GET ${viewBoard.path}`]: { json: { waiting: [rowOf()], running: [], finished: [], people: [], serverNow } },
      'GET /api/desk/requests/r-1': { json: recordOf() },
    },
  });
  const row = page.getByRole('link', { name: /Sample Motors/ });
  for (const leave of [
    () => page.getByRole('link', { name: 'All requests' }).click(),
    () => userEvent.keyboard('{Escape}'),
  ]) {
    await row.click();
    await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).toHaveFocus();
    await leave();
    await expect.element(row).toHaveFocus();
  }
});
