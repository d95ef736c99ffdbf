import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuditEntry } from '#contract/desk/audit-endpoints.ts';
import type { PeopleList } from '#contract/desk/people-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { readAgain } from '../lib/read.ts';
import { AuditScreen } from './AuditScreen.tsx';

const list = 'GET /api/desk/audit';
const ines = personRecordOf('Ines Roth', 'agent', { id: 'ines' });
const people = { json: { people: [ines], mayInvite: [], serverNow: '2026-11-20T15:00:00.000Z' } satisfies PeopleList };

const entryOf = (seq: number): AuditEntry => ({
  seq,
  at: '2026-11-20T15:00:00.000Z',
  by: { id: 'ines', name: 'Ines Roth' },
  action: 'signed-in',
  about: [],
  detail: {},
});

/** A page of at most ten entries, newest first, as the server gives it. The last page ends with entry 1. */
const pageBefore = (newest: number, cursor: string | null) => {
  const first = Math.min(newest, cursor === null ? newest : Number(cursor) - 1);
  const seqs = Array.from({ length: Math.min(10, first) }, (_, at) => first - at);
  const last = seqs.at(-1) ?? 1;
  return { entries: seqs.map(entryOf), nextCursor: last > 1 ? String(last) : null };
};

/** The numbers of the entries, after a scroll to the end of those that are there. */
function numbersShown(): number[] {
  const cells = [...document.querySelectorAll('td[data-label="Number"]')];
  cells.at(-1)?.scrollIntoView();
  return cells.map((cell) => Number(cell.textContent));
}

test('R220 an entry that is written while the earlier ones are shown pushes none out of the list', async () => {
  let newest = 25;
  mountDesk(<AuditScreen />, {
    answers: {
      [list]: ({ query }) => ({ json: pageBefore(newest, query.get('cursor')) }),
      'GET /api/desk/people': people,
    },
  });
  // The next pages are read before the end of the list is in sight.
  await expect.poll(numbersShown).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
  newest = 28;
  readAgain({ topics: [], everything: true });
  await expect.poll(numbersShown).toEqual(Array.from({ length: 28 }, (_, at) => 28 - at));
});

test('R220 R293 the audit log is narrowed by who, action, thing and day, and says when nothing fits', async () => {
  const { calls } = mountDesk(<AuditScreen />, {
    answers: {
      [list]: ({ query }) => ({ json: query.size > 0 ? { entries: [], nextCursor: null } : pageBefore(5, null) }),
      'GET /api/desk/people': people,
    },
  });
  await expect.element(page.getByRole('cell', { name: /Ines Roth/ }).first()).toBeVisible();
  await expectFits();
  await page.getByLabelText('Who').selectOptions('Ines Roth');
  await page.getByLabelText('Action').selectOptions('signed-in');
  await page.getByLabelText('About').selectOptions('lead');
  await page.getByLabelText('From the day (ET)').fill('2026-11-20');
  await expect.element(page.getByText('No entries match these filters.')).toBeVisible();
  const asked = calls.filter(({ name }) => name === list).at(-1)?.query;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    by: 'ines',
    action: 'signed-in',
    kind: 'lead',
    from: '2026-11-20T05:00:00.000Z',
  });
  await page.getByLabelText('Who').selectOptions('Everybody');
  await expect
    .poll(() =>
      calls
        .filter(({ name }) => name === list)
        .at(-1)
        ?.query.has('by'),
    )
    .toBe(false);
});

test('R702 a year with a key too many leaves the audit log on the screen, and its report says what is wrong', async () => {
  const { calls } = mountDesk(<AuditScreen />, {
    answers: {
      'GET /api/desk/people': {
        json: { people: [], mayInvite: [], serverNow: '2026-11-22T21:04:00.000Z' } satisfies PeopleList,
      },
      'GET /api/desk/audit': { json: { entries: [], nextCursor: null } },
    },
  });
  const field = page.getByLabelText(/^From the day/);
  const typed = async (label: RegExp, keys: string) => {
    (page.getByLabelText(label).element() as HTMLElement).focus();
    await userEvent.keyboard(keys);
  };
  await expect.element(page.getByText('There are no entries yet.')).toBeVisible();
  await typed(/^From the day/, '11012026');
  await expect.element(field).toHaveValue('2026-11-01');
  await typed(/^From the day/, '{Tab}{Tab}20260');
  await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  const froms = calls.flatMap(({ name, query }) => (name === 'GET /api/desk/audit' ? [query.get('from')] : []));
  expect(froms).toEqual([null, '2026-11-01T04:00:00.000Z']);
  // A browser that takes years of five figures.
  await page.getByText('Who saw what', { exact: false }).click();
  const first = page.getByLabelText('First day').element() as HTMLInputElement;
  first.max = '';
  first.value = '20260-11-01';
  await page.getByLabelText('Last day').fill('2026-11-02');
  await page.getByRole('button', { name: 'Make the report' }).click();
  await expect.element(page.getByText('Choose the first day.')).toBeVisible();
});

test('R1029 a report names its days, and is gone at the press for other days', async () => {
  const next = Promise.withResolvers<Answer>();
  const report = { json: { rows: [], total: 0, records: 0 } };
  let reports = 0;
  mountDesk(<AuditScreen />, {
    answers: {
      'GET /api/desk/people': people,
      [list]: { json: { entries: [], nextCursor: null } },
      'POST /api/desk/audit/seen': () => {
        reports += 1;
        return reports === 1 ? report : next.promise;
      },
    },
  });
  await page.getByText('Who saw what', { exact: false }).click();
  await page.getByLabelText('First day').fill('2026-11-01');
  await page.getByLabelText('Last day').fill('2026-11-02');
  const regions = [...document.querySelectorAll('.seen-report [role="status"]')];
  await page.getByRole('button', { name: 'Make the report' }).click();
  const said = page.getByText('Nov 1, 2026 to Nov 2, 2026: nobody saw anything in this time.');
  await expect.element(said).toBeVisible();
  expect(regions).toContain(said.element().closest('[role="status"]'));
  await page.getByLabelText('Last day').fill('2026-11-03');
  await page.getByRole('button', { name: 'Make the report' }).click();
  await expect.poll(() => reports).toBe(2);
  await expect.element(said).not.toBeInTheDocument();
  next.resolve('cut');
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
});
