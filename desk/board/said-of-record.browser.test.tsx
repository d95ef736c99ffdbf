import '../styles/desk.css';
import './board.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { setSessionState } from '../lib/session.ts';
import { BoardList } from './BoardList.tsx';
import { Record } from './Record.tsx';
import type { RequestActions } from './requests.ts';
import { recordOf, rowOf, testNow } from './testing.ts';

const nowMs = Date.parse(testNow);
const accepted = {
  acceptedAt: '2026-11-21T02:00:00.000Z',
  acceptedBy: 'Dana Whitcomb',
  mine: true,
  stage: 'accepted',
  state: 'accepted',
} as const;

const shown = (record: RequestRecord) => (
  <div className="night">
    <Record record={record} clock={{ now: () => nowMs }} people={[]} actions={{} as RequestActions} />
  </div>
);

const listed = (row: BoardRow) => (
  <BoardList
    groups={[{ name: 'waiting', title: 'Waiting', rows: [row] }]}
    board={{ waiting: [row], running: [], finished: [], people: [], serverNow: testNow }}
    selected={undefined}
    nowMs={nowMs}
    pathOf={(id) => `/${id}`}
  />
);

const bar = page.getByRole('region', { name: 'What you do' });

test('R1212 whoever has scrolled down in a record reads beside its buttons that the store cancelled the request', async () => {
  const running = recordOf({ ...accepted, can: { connected: true, handBack: true } });
  const { show } = mount(shown(running));
  await expect.element(bar.getByRole('button', { name: 'Connected' })).toBeVisible();
  show(shown(recordOf({ ...accepted, closing: { as: 'cancelled', at: testNow, endsAt: testNow } })));
  await expect.element(bar.getByText(/^The store cancelled it\. It ends at 8:04\spm, unless/)).toBeVisible();
  await expectFits();
  show(shown(running));
  await expect.element(bar.getByText(/cancelled it/)).not.toBeInTheDocument();
});

test('R1212 whoever has scrolled down in a record reads beside its buttons that another one has the request now', async () => {
  const { show } = mount(shown(recordOf({ ...accepted, can: { connected: true } })));
  await expect.element(bar).toBeVisible();
  expect(bar.getByText(/Not yours/).elements()).toEqual([]);
  show(shown(recordOf({ ...accepted, mine: false, acceptedBy: 'Sam Ortiz' })));
  await expect.element(bar.getByText('Not yours any more: Sam Ortiz has it.')).toBeVisible();
  show(shown(recordOf({ waitsFor: 'Lee Marsh', waitsForId: 'lee' })));
  await expect.element(bar.getByText('Not yours any more: it is handed off to Lee Marsh.')).toBeVisible();
  show(shown(recordOf({ ...accepted, can: { connected: true } })));
  await expect.element(bar.getByText(/Not yours/)).not.toBeInTheDocument();
});

test('R1213 no local time is shown for a store whose time zone is not known', async () => {
  const { show } = mount(shown(recordOf()));
  await expect.element(page.getByText(/there now/)).toBeVisible();
  show(shown(recordOf({ isZoneKnown: false })));
  await expect.element(page.getByText(/there now/)).not.toBeInTheDocument();
  show(listed(rowOf()));
  await expect.element(page.getByText(/ there$/)).toBeVisible();
  show(listed(rowOf({ isZoneKnown: false })));
  await expect.element(page.getByText(/ there$/)).not.toBeInTheDocument();
});

test('R1214 the line of a record says who has it, and the row of a hand-off says “you” to the one it is for', async () => {
  const line = () => document.querySelector('.record-line')?.textContent;
  const { show } = mount(shown(recordOf()));
  await expect.poll(line).toMatch(/ · nobody has it yet$/);
  show(shown(recordOf(accepted)));
  await expect.poll(line).toMatch(/ · held by you$/);
  show(shown(recordOf({ ...accepted, mine: false, endedAt: testNow, state: 'done' })));
  await expect.poll(line).toMatch(/ · taken by Dana Whitcomb$/);
  const person = { id: 'lee', name: 'Lee Marsh' };
  setSessionState({ state: 'signed-in', person } as Parameters<typeof setSessionState>[0]);
  show(listed(rowOf({ waitsFor: 'Lee Marsh', waitsForId: 'lee' })));
  await expect.element(page.getByText('Handed off to you', { exact: true })).toBeVisible();
  show(listed(rowOf({ waitsFor: 'Sam Ortiz', waitsForId: 'sam' })));
  await expect.element(page.getByText('Handed off to Sam Ortiz', { exact: true })).toBeVisible();
});
