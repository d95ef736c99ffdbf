/** What a press at the desk says of the request that the console shows. */
import { expect, test } from 'vitest';
import { viewBoard, viewDeskRequest } from '#contract/desk/board-endpoints.ts';
import type { Board, BoardRow } from '#contract/desk/board-schemas.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { keepRead } from '../lib/read.ts';
import { actionsOn, sendStep } from './requests.ts';
import { recordOf, testNow } from './testing.ts';

const record = recordOf({ version: 7 });
const path = (step: string) => `POST /api/desk/requests/${record.id}/${step}`;
const taken = { json: recordOf({ version: 8 }) };

/** The board with one row, which shows this version of the request. */
const boardWith = (version: number): Board => ({
  waiting: [{ ...(record as BoardRow), version }],
  running: [],
  finished: [],
  people: [],
  serverNow: testNow,
});

test('R730 a press says the version that the console shows: of the record or of the board, whichever is newer', async () => {
  const { sent } = mountDesk(<p>The desk</p>, { answers: { [path('accept')]: taken, [path('decline')]: taken } });
  await sendStep(record.id, 'decline');
  expect(sent(path('decline'))).toEqual([{}]);
  keepRead(viewDeskRequest, { params: { id: record.id } }, record);
  await sendStep(record.id, 'accept');
  keepRead(viewDeskRequest, { params: { id: record.id } }, record);
  keepRead(viewBoard, {}, boardWith(6));
  await sendStep(record.id, 'accept');
  keepRead(viewDeskRequest, { params: { id: record.id } }, record);
  keepRead(viewBoard, {}, boardWith(9));
  await sendStep(record.id, 'accept');
  expect(sent(path('accept'))).toEqual([{ seen: 7 }, { seen: 7 }, { seen: 9 }]);
});

test('R730 Done and Hand off say the version too', async () => {
  const { sent } = mountDesk(<p>The desk</p>, { answers: { [path('done')]: taken, [path('hand-off')]: taken } });
  keepRead(viewDeskRequest, { params: { id: record.id } }, record);
  const { done, handOff } = actionsOn(record.id);
  await done({ disposition: 'help_only', deal: {} }, 0);
  expect(sent(path('done'))).toMatchObject([{ seen: 7, disposition: 'help_only' }]);
  await handOff({ stage: 'accepted', lender: '', products: [], openStipulations: '', promised: '', to: null });
  expect(sent(path('hand-off'))).toMatchObject([{ seen: 8, lender: '' }]);
});
