/** What is typed into a setting wrongly, or sent again because the answer was lost. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type SettingsView,
  setAlertRecipients,
  setLenderHours,
  viewSettings,
} from '#contract/desk/setting-endpoints.ts';
import type { AlertRecipient } from '#contract/desk/settings.ts';
import { type Call, mountDesk } from '../../tests/components/desk.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

const settings: SettingsView = {
  textAgent: { version: 1, on: true, nobodyReached: null },
  sharedCode: { version: 1, on: true, anyOwnCode: true },
  alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
  jacket: { version: 1, items: [{ item: 'menu', label: 'Signed menu' }], retired: [] },
  lenderHours: { version: 1, lenders: ['Harbor Bank'], hours: [] },
};
const view = `GET ${viewSettings.path}`;
const hours = `POST ${setLenderHours.path}`;
const recipients = `POST ${setAlertRecipients.path}`;

const form = 'Write it as 08:00-21:00, or leave it empty.';
const order = 'The end must be later than the beginning, on the same day. Midnight at the end is 24:00.';

test('R797 hours that no clock has, or that end before they begin, are refused at their field and not sent', async () => {
  const { sent } = mountDesk(<SettingsScreen />, {
    answers: { [view]: { json: settings }, [hours]: { json: settings } },
  });
  await page.getByRole('button', { name: 'Add hours of Harbor Bank' }).click();
  const field = page.getByRole('textbox', { name: /^Mon–Fri/ });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const wrong = [
    ['8:00-25:00', form],
    ['8:75-21:00', form],
    ['24:00-24:00', form],
    ['21:00-02:00', order],
    ['9:00-9:00', order],
  ] as const;
  for (const [typed, why] of wrong) {
    await field.fill(typed);
    await save.click();
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(field).toHaveFocus();
  }
  expect(sent(hours)).toEqual([]);
  await field.fill('9:00 – 24:00');
  await save.click();
  await expect.poll(() => sent(hours)).toMatchObject([{ hours: [{ weekdays: { from: '09:00', until: '24:00' } }] }]);
});

test('R798 a recipient whose answer was lost is taken by the next press, and is there once', async () => {
  let stands = settings.alertRecipients;
  let isFirst = true;
  /** Stores each recipient once, as the server does. */
  const save = ({ body }: Call) => {
    const { version, recipients: all } = body as { version: number; recipients: AlertRecipient[] };
    const answer = () => ({ ...settings, alertRecipients: stands });
    if (version !== stands.version) return { status: 409, json: answer() };
    const further = [...new Map(all.map((one) => [one.value, one])).values()];
    stands = { ...stands, version: version + 1, further };
    if (!isFirst) return { json: answer() };
    isFirst = false;
    return 'cut' as const;
  };
  mountDesk(<SettingsScreen />, { answers: { [view]: { json: settings }, [recipients]: save } });
  const field = page.getByRole('textbox', { name: /^Another recipient/ });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await field.fill('ida@boxline.example');
  await add.click();
  await expect.element(page.getByText(/It may have been done/)).toBeVisible();
  await add.click();
  await expect.element(page.getByText('Alerts also go to ida@boxline.example.')).toBeVisible();
  expect(stands.further).toEqual([{ kind: 'mail', value: 'ida@boxline.example' }]);
  await expect.element(page.getByRole('button', { name: 'Remove ida@boxline.example' })).toBeVisible();
});
