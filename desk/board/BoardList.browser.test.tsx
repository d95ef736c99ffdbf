/** The rows of the deal board: their times, and the keys that walk them. */
import '../styles/desk.css';
import './board.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { searchRequests, viewBoard } from '#contract/desk/board-endpoints.ts';
import { viewCoverage } from '#contract/desk/schedule-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { BoardList } from './BoardList.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import { groupsOf } from './board-rows.ts';
import { recordOf, rowOf } from './testing.ts';

test('R1111 after midnight a request that ended before has its day, and the times of the board have their zone', async () => {
  const serverNow = '2026-11-21T05:30:00.000Z';
  const rows = [
    rowOf({ id: 'f1', reference: 'BX-1111-1111', endedAt: '2026-11-21T05:10:00.000Z' }),
    rowOf({ id: 'f2', reference: 'BX-2222-2222', endedAt: '2026-11-21T04:40:00.000Z' }),
  ];
  const stretches = [{ startsAt: '2026-11-21T05:00:00.000Z', endsAt: '2026-11-21T07:00:00.000Z', people: ['Dana'] }];
  const coverage = { timeZone: 'America/Chicago', isUsed: true, stretches, gaps: [], held: [], serverNow };
  mountDesk(
    <BoardList
      groups={[{ name: 'finished', title: 'Finished in the last 12 hours', rows }]}
      board={{ waiting: [], running: [], finished: rows, people: [], serverNow }}
      selected={undefined}
      nowMs={Date.parse(serverNow)}
      pathOf={(id) => id}
    />,
    { answers: { [`GET ${viewCoverage.path}`]: { json: coverage } } },
  );
  for (const name of ['Finished in the last 12 hours 2 all times ET', 'The coming hours times CT'])
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
  const times = [...document.querySelectorAll('.row-age time')].map(({ textContent }) => textContent);
  expect(times).toEqual(['12:10\u00a0am', '11:40\u00a0pmNov\u00a020']);
});

test('R1112 the keys of the board walk on into the earlier requests that a search found, and the open one is marked', async () => {
  const serverNow = new Date().toISOString();
  const old = rowOf({ id: 'old', dealershipName: 'Sample Trucks', endedAt: serverNow });
  const answers = {
    [`GET ${viewBoard.path}`]: { json: { waiting: [rowOf()], running: [], finished: [], people: [], serverNow } },
    [`GET ${searchRequests.path}`]: { json: { rows: [rowOf(), old], cursor: null, tooMany: false } },
    'GET /api/desk/requests/old': { json: recordOf(old) },
  };
  await page.viewport(1440, 900);
  mountDesk(<BoardScreen />, { at: '/?search=sample', answers });
  const row = page.getByRole('link', { name: /Sample Motors/ });
  const earlier = page.getByRole('link', { name: /Sample Trucks/ });
  await expect.element(earlier).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(earlier).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Sample Trucks' })).toBeVisible();
  await expect.element(earlier).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(row).toHaveFocus();
});

test('that nobody is available is said beside the requests that wait, and beside who is here while a search hides them', async () => {
  const serverNow = new Date().toISOString();
  const board = { waiting: [rowOf()], running: [], finished: [], people: [], serverNow };
  const list = (search: string) => (
    <BoardList
      groups={groupsOf(board, Date.parse(serverNow), search)}
      board={board}
      selected={undefined}
      nowMs={Date.parse(serverNow)}
      pathOf={(id) => id}
    />
  );
  const said = () => document.querySelector('.coverage-none')?.parentElement?.className;
  const waiting = mountDesk(list(''), { answers: {} });
  await expect.poll(said).toBe('group');
  waiting.leave();
  mountDesk(list('zebra'), { answers: {} });
  await expect.poll(said).toBe('coverage');
});
