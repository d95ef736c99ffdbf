/** Something is half typed on a lead. Meanwhile somebody joins that lead to another one. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { HoldView } from '#contract/desk/sweep-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { readAgain } from '../lib/read.ts';
import { LeadsScreen } from './LeadsScreen.tsx';
import { inquiryForm, joinedRecord, recordOf, testNow } from './testing.ts';

const alone = recordOf({ id: 'lead-1', form: 'inquiry', parts: [{ ...inquiryForm, joinedAt: null }] });
const field = page.getByLabelText('Note');
const send = page.getByRole('button', { name: 'Add the note' });
const note = (id: string) => `POST /api/desk/leads/${id}/notes`;

const noHolds: Readonly<Record<string, Answer>> = {
  'GET /api/desk/records/holds/lead/lead-1': { json: { holds: [] } },
  'GET /api/desk/records/holds/lead/lead-2': { json: { holds: [] } },
};

/** The screen with the inquiry open. `join` is what somebody else does. */
function openInquiry(answers: Readonly<Record<string, Answer>> = {}) {
  let lead: LeadRecord = alone;
  const screen = mountDesk(<LeadsScreen />, {
    at: '/leads/lead-1',
    answers: {
      'GET /api/desk/leads': { json: { rows: [], cursor: null, serverNow: testNow } },
      'GET /api/desk/leads/lead-1': () => ({ json: lead }),
      'GET /api/desk/leads/lead-2': () => ({ json: joinedRecord() }),
      ...answers,
    },
  });
  const join = () => {
    lead = joinedRecord();
    readAgain({ topics: [{ topic: 'leads', id: 'lead-1' }] });
    return expect.element(page.getByRole('heading', { name: 'Pinecrest Auto Sales', level: 1 })).toBeVisible();
  };
  return { ...screen, join };
}

test('R701 a note that is half typed is still there when somebody joins its lead to another one', async () => {
  const { join, leave, sent } = openInquiry({ [note('lead-2')]: { json: joinedRecord() } });
  await field.fill('Priya calls back at four');
  await join();
  await expect.element(field).toHaveValue('Priya calls back at four');
  leave();
  mountDesk(<LeadsScreen />, {
    at: '/leads/lead-2',
    answers: {
      'GET /api/desk/leads': { json: { rows: [], cursor: null, serverNow: testNow } },
      'GET /api/desk/leads/lead-2': { json: joinedRecord() },
    },
  });
  await expect.element(field).toHaveValue('Priya calls back at four');
  expect(sent(note('lead-2'))).toEqual([]);
});

test('R701 a note that got no answer is the same one when its lead was joined before it is sent again', async () => {
  const { join, sent } = openInquiry({ [note('lead-1')]: 'cut', [note('lead-2')]: { json: joinedRecord() } });
  await field.fill('Priya calls back at four');
  await send.click();
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  await join();
  await send.click();
  await expect.element(field).toHaveValue('');
  expect(sent(note('lead-2'))).toEqual(sent(note('lead-1')));
});

test('R820 a follow-up that is half typed is in its dialog when the lead was joined to another one, and says what is stored', async () => {
  const { join } = openInquiry();
  await page.getByRole('button', { name: 'Change the follow-up' }).click();
  const time = page.getByLabelText(/^Another time/);
  await time.fill('2026-12-03T15:00');
  await join();
  await page.getByRole('button', { name: 'Change the follow-up' }).click();
  await expect.element(time).toHaveValue('2026-12-03T15:00');
  await expect.element(page.getByText(/What you typed is shown. The saved version now has Another time/)).toBeVisible();
});

test('R820 the reason of a legal hold that is half typed is still there when its lead was joined to another one', async () => {
  const { join } = openInquiry(noHolds);
  const begin = page.getByRole('button', { name: 'Put under a legal hold…' });
  const reason = page.getByLabelText('Why must it be kept?');
  await begin.click();
  await reason.fill('Letter of their lawyer, Nov 20');
  await join();
  await begin.click();
  await expect.element(reason).toHaveValue('Letter of their lawyer, Nov 20');
});

test('R822 a lead that comes under a legal hold when another one is joined to it says so, and on which it was set', async () => {
  let hasHold = false;
  const hold: HoldView = {
    id: 'hold-1',
    kind: 'lead',
    subjectId: 'lead-1',
    subject: 'BX-41TN-8QHW',
    reason: 'Letter of their lawyer',
    setAt: testNow,
    setBy: 'Dana Whitcomb',
    endedAt: null,
    endedBy: null,
  };
  mountDesk(<LeadsScreen />, {
    at: '/leads/lead-2',
    answers: {
      'GET /api/desk/leads': { json: { rows: [], cursor: null, serverNow: testNow } },
      'GET /api/desk/leads/lead-2': { json: recordOf() },
      'GET /api/desk/records/holds/lead/lead-2': () => ({ json: { holds: hasHold ? [hold] : [] } }),
    },
  });
  await expect.element(page.getByRole('button', { name: 'Put under a legal hold…' })).toBeVisible();
  hasHold = true;
  readAgain({ topics: [{ topic: 'leads', id: 'lead-2' }] });
  await expect.element(page.getByText('Under a legal hold, set on BX-41TN-8QHW')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Put under a legal hold…' })).not.toBeInTheDocument();
});
