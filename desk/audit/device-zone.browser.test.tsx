import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AuditEntry, SeenRow } from '#contract/desk/audit-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { AuditScreen } from './AuditScreen.tsx';

const entry: AuditEntry = {
  seq: 1,
  // 9:04 pm of November 21 at the desk, and 3:04 pm of November 22 at the device.
  at: '2025-11-22T02:04:12.000Z',
  by: { id: 'ines', name: 'Ines Roth' },
  action: 'signed-in',
  about: [],
  detail: {},
};

const row: SeenRow = {
  kind: 'lead',
  id: '5f0f6a44-6b7c-4e38-9b39-3b6ad2ab7d01',
  label: 'BX-806D-HFQR',
  who: { kind: 'person', id: 'ines', name: 'Ines Roth' },
  how: 'opened',
  times: 2,
  firstAt: '2025-11-21T05:00:00.000Z',
  lastAt: '2025-11-22T04:59:00.000Z',
};

const answers = {
  'GET /api/desk/audit': { json: { entries: [entry], nextCursor: null } },
  'GET /api/desk/people': { json: { people: [], mayInvite: [], serverNow: '2025-11-22T03:00:00.000Z' } },
  'POST /api/desk/audit/seen': { json: { rows: [row], total: 1, records: 1 } },
};

test('the device of these tests is in another zone than the desk', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Auckland');
});

test('R292 on a device in another zone a moment is shown in the zone of the desk, which is named', async () => {
  mountDesk(<AuditScreen />, { answers });
  const shown = page.getByText('Nov 21, 2025, 9:04 pm ET');
  await expect.element(shown).toBeVisible();
  await expect.element(shown).toHaveAttribute('title', 'Nov\u00a021, 2025, 9:04:12\u00a0pm Eastern Time');
  await expectFits();
});

test('R293 on a device in another zone a report about a day is about the day of the desk', async () => {
  const { sent } = mountDesk(<AuditScreen />, { answers });
  await page.getByText('Who saw what: a report for a range of days').click();
  await expect.element(page.getByText(/A day is from midnight to midnight, Eastern Time\./)).toBeVisible();
  await page.getByLabelText('First day').fill('2025-11-21');
  await page.getByLabelText('Last day').fill('2025-11-21');
  await page.getByRole('button', { name: 'Make the report' }).click();
  await expect.element(page.getByText('Nov 21, 2025: 1 row about 1 thing.')).toBeVisible();
  expect(sent('POST /api/desk/audit/seen')).toEqual([
    { from: '2025-11-21T05:00:00.000Z', before: '2025-11-22T05:00:00.000Z' },
  ]);
  await expect.element(page.getByText('Nov 21, 2025, 12:00 am ET')).toBeVisible();
  await expect.element(page.getByText('Nov 21, 2025, 11:59 pm ET')).toBeVisible();
  await expectFits();
});
