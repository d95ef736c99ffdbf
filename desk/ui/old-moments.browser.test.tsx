/** Histories that go back to earlier years. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { mount } from '../../tests/components/mount.ts';
import { Record } from '../board/Record.tsx';
import type { RequestActions } from '../board/requests.ts';
import { StoreSheet } from '../board/StoreSheet.tsx';
import * as requests from '../board/testing.ts';
import { Dealership } from '../dealerships/Dealership.tsx';
import type { DealershipActions } from '../dealerships/dealerships.ts';
import { History as DealershipHistory, Requests } from '../dealerships/History.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { History as LeadHistory } from '../leads/History.tsx';
import { Lead } from '../leads/Lead.tsx';
import { LeadList } from '../leads/LeadList.tsx';
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
      <Requests record={record} timeZone={timeZone} />
    </>,
    { answers: {} },
  );
  await expect.element(page.getByRole('heading', { name: /^Requests/ })).toBeVisible();
  const times = [...document.querySelectorAll('time')].map(({ dateTime, textContent }) => [dateTime, textContent]);
  expect(times.length).toBeGreaterThan(3);
  for (const [at = '', text] of times) if (at < '2027') expect(text).toMatch(/, 202[0-6]/);
});

/** The days on the page that stand without their year. */
const withoutYear = (): string[] =>
  (document.querySelector('main')?.textContent ?? '').match(
    /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s\d{1,2}\b(?!, 20\d\d)/g,
  ) ?? [];

test('R292 every other moment of another year says so on the records too: when a lead came, a code was made, a sheet was written', async () => {
  const clock = { now: () => Date.parse(serverNow) };
  const link = {
    id: 'link-1',
    contactName: 'Dana Whitlock',
    mail: null,
    phone: null,
    by: null,
    createdAt: leads.testNow,
    expiresAt: leads.testNow,
    usedAt: null,
    state: 'open',
    messages: [],
  } as const;
  const lead = {
    ...leads.joinedRecord(),
    amendedAt: leads.testNow,
    similarLeads: [leads.similarInquiry],
    dismissedLeads: [leads.dismissedInquiry],
    serverNow,
  };
  const sheet = dealerships.recordOf().sheet;
  mountDesk(
    <>
      <Lead lead={lead} clock={clock} actions={{} as LeadActions} hrefOf={(id) => id} />
      <LeadList
        rows={[leads.rowOf({ status: 'won', closedAt: leads.testNow })]}
        isWhole
        selected={undefined}
        nowMs={clock.now()}
        isFiltered={false}
        pathOf={(id) => id}
      />
      <Dealership
        record={{ ...dealerships.recordOf(), link: { ...link, messages: [] }, serverNow }}
        clock={clock}
        actions={{} as DealershipActions}
        onGone={() => undefined}
      />
      <StoreSheet
        record={requests.recordOf({ sheet, serverNow })}
        timeZone={timeZone}
        onEdit={async () => ({ kind: 'unreachable' })}
      />
    </>,
    { answers: {} },
  );
  await expect.element(page.getByText(/Link to Dana Whitlock/)).toBeVisible();
  await page.getByText(/Dismissed suggestions/).click();
  await expect.element(page.getByText(/Not the same people, said/)).toBeVisible();
  expect(document.querySelector('main')?.textContent).toContain('Nov\u00a021, 2026');
  expect(withoutYear()).toEqual([]);
});

test('R1105 the record of a request says of which day it and its stages, papers, hand-off and history are, unless that is today', async () => {
  const at = '2026-11-21T02:04:00.000Z';
  const [item] = requests.recordOf().jacket;
  if (!item) throw new Error('The jacket has no item.');
  const old = requests.recordOf({
    acceptedAt: at,
    connectedAt: at,
    endedAt: at,
    stage: 'done',
    deal: { ...requests.recordOf().deal, lender: 'Harbor Bank' },
    jacket: [{ ...item, tickedAt: at, tickedBy: 'Dana Whitlock' }],
    handOff: {
      stage: 'accepted',
      from: 'Dana',
      to: 'Sam',
      at,
      lender: '',
      products: [],
      openStipulations: '',
      promised: '',
    },
    events: [{ id: 1, at, kind: 'accepted', detail: 'Dana' }],
  });
  const shown = (now: string) => (
    <Record record={old} clock={{ now: () => Date.parse(now) }} people={[]} actions={{} as RequestActions} />
  );
  const { show } = mount(shown('2026-11-21T03:00:00.000Z'));
  await expect.element(page.getByText('asked 8:03 pm CT', { exact: false })).toBeVisible();
  expect(withoutYear()).toEqual([]);
  show(shown('2027-02-01T12:00:00.000Z'));
  await expect.element(page.getByText('asked Nov 20, 2026, 8:03 pm CT', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Nov 20, 2026, 8:04 pm CT')).toBeVisible();
  const times = [...document.querySelectorAll('.track time, .tick time, .record-lines time')];
  expect(times.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
    ...Array.from({ length: 4 }, () => 'Nov 20, 2026, 8:04 pm'),
    'Nov 20, 2026, 8:04:00 pm',
  ]);
});
