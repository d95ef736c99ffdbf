/** Histories that go back further than the year. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { History as DealershipHistory, Requests } from '../dealerships/History.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { History as LeadHistory } from '../leads/History.tsx';
import type { LeadActions } from '../leads/leads.ts';
import * as leads from '../leads/testing.ts';

const timeZone = 'America/New_York';
const serverNow = '2027-02-01T12:00:00.000Z';
const note: LeadActions['note'] = async () => ({ kind: 'unreachable' });

test('R292 what happened in another year says so in the history of a lead and of a dealership', async () => {
  const record = { ...dealerships.recordOf(), serverNow };
  mountDesk(
    <>
      <LeadHistory lead={{ ...leads.recordOf(), serverNow }} onNote={note} />
      <DealershipHistory record={record} timeZone={timeZone} />
      <Requests record={record} timeZone={timeZone} hrefOf={(id) => id} />
    </>,
    { answers: {} },
  );
  await expect.element(page.getByRole('heading', { name: /^Requests/ })).toBeVisible();
  const times = [...document.querySelectorAll('time')].map(({ dateTime, textContent }) => [dateTime, textContent]);
  expect(times.length).toBeGreaterThan(3);
  for (const [at = '', text] of times) if (at < '2027') expect(text).toMatch(/, 202[0-6]/);
});
