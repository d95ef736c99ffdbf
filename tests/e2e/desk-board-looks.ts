/** Every state of the deal board and of a request's record for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { Board } from '#contract/desk/board-schemas.ts';
import type { Rings } from '#contract/desk/live-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { recordOf, rowOf } from '../../desk/board/testing.ts';
import type { Responses } from './desk.ts';
import { dealershipLooks } from './desk-dealership-looks.ts';
import { leadLooks } from './desk-lead-looks.ts';
import { inside, type Look, looks as otherLooks } from './desk-looks.ts';
import { numbersLooks } from './desk-numbers-looks.ts';

const nowMs = Date.now();
const ago = (seconds: number): string => new Date(nowMs - seconds * 1000).toISOString();
const inSeconds = (seconds: number): string => ago(-seconds);

const waiting = [
  rowOf({
    id: 'lakeside',
    reference: 'BX-806D-HFQR',
    dealershipName: 'Lakeside Powersports',
    dealershipZone: 'America/New_York',
    createdAt: ago(31),
    askedAt: ago(31),
  }),
  rowOf({
    id: 'harbor',
    dealershipName: 'Harbor Point Motors',
    requestType: 'custom_request',
    createdAt: ago(7),
    askedAt: ago(7),
  }),
];
const lee = { acceptedBy: 'Lee Marsh', acceptedById: 'lee-marsh' };
const sam = { acceptedBy: 'Sam Ortiz', acceptedById: 'sam-ortiz' };
const own = { acceptedBy: 'Dana Whitcomb', acceptedById: 'dana', mine: true };
const running = [
  rowOf({
    ...lee,
    id: 'ridgeview',
    dealershipName: 'Ridgeview RV',
    acceptedAt: ago(252),
    connectedAt: ago(200),
    stage: 'connected',
    state: 'connected',
  }),
  rowOf({
    ...own,
    id: 'main-street',
    dealershipName: 'Main Street Auto',
    acceptedAt: ago(1360),
    connectedAt: ago(1200),
    signingAt: ago(300),
    stage: 'signing',
    state: 'connected',
  }),
  rowOf({
    ...sam,
    id: 'juniper',
    dealershipName: 'Juniper Imports',
    acceptedAt: ago(362),
    lateAt: ago(62),
    stage: 'accepted',
    state: 'accepted',
  }),
];
const finished = [
  rowOf({
    ...sam,
    id: 'bluegrass',
    dealershipName: 'Bluegrass Classics',
    acceptedAt: ago(9000),
    endedAt: ago(3000),
    state: 'done',
    disposition: 'contracted_retail',
  }),
  rowOf({ id: 'summit', dealershipName: 'Summit Imports', endedAt: ago(4000), state: 'cancelled' }),
  rowOf({
    ...lee,
    id: 'alder',
    kind: 'call',
    dealershipName: 'Alder Creek Motors',
    endedAt: ago(7000),
    state: 'done',
    disposition: 'help_only',
  }),
];
const people: Board['people'] = [
  { id: 'dana', name: 'Dana Whitcomb', presence: 'available', onShift: true },
  { id: 'lee-marsh', name: 'Lee Marsh', presence: 'in-deal', onShift: true },
  { id: 'sam-ortiz', name: 'Sam Ortiz', presence: 'wrap-up', onShift: true },
  { id: 'marlow', name: 'Marlow Finch', presence: null, onShift: true },
];
const busy: Board = { waiting, running, finished, people, serverNow: ago(0) };
const quiet: Board = { waiting: [], running: [], finished: [], people: people.slice(1, 3), serverNow: ago(0) };

const earlier: RequestRecord['earlier'] = [
  {
    id: 'e1',
    kind: 'request',
    reference: 'BX-4M2C-9QXT',
    createdAt: ago(2 * 86_400),
    requestType: 'active_deal',
    disposition: 'contracted_retail',
    state: 'done',
    by: 'Dana Whitcomb',
    minutes: 31,
  },
];

/** A request that was asked for so many seconds ago, with what the dealership and the server did. */
const asked = (seconds: number): Pick<RequestRecord, 'createdAt' | 'askedAt' | 'events'> => ({
  createdAt: ago(seconds),
  askedAt: ago(seconds),
  events: [
    { id: 1, at: ago(seconds), kind: 'stored', detail: null },
    { id: 2, at: ago(seconds - 1), kind: 'sent', detail: 'sms to Lee Park' },
    { id: 3, at: ago(seconds - 20), kind: 'anydesk', detail: null },
  ],
});

const accepted = {
  ...own,
  ...asked(1400),
  acceptedAt: ago(1360),
  connectedAt: ago(1200),
  signingAt: ago(300),
  stage: 'signing',
  state: 'connected',
} as const;

const common = {
  additionalInfo: 'Trade has a second lien, buyer wants 72 months',
  anydesk: '412098637',
  earlier,
  serverNow: ago(0),
};

const all = { editDeal: true, tick: true, editSheet: true } as const;
const records = {
  waiting: recordOf({
    ...waiting[0],
    ...common,
    ...asked(31),
    sheet: null,
    notLicensedIn: 'TX',
    can: { accept: true, decline: true },
  }),
  mine: recordOf({
    ...common,
    ...accepted,
    id: 'main-street',
    dealershipName: 'Main Street Auto',
    can: { ...all, done: true, handOff: true, handBack: true, undoSigning: true },
    handOff: {
      from: 'Lee Marsh',
      to: 'Dana Whitcomb',
      at: ago(1370),
      stage: 'accepted',
      lender: 'Harbor Bank',
      products: ['vsc'],
      openStipulations: 'Proof of income',
      promised: 'First payment in 45 days',
    },
  }),
  late: recordOf({
    ...common,
    ...running[2],
    ...asked(400),
    dealershipName: 'Juniper Imports',
    can: { takeOver: true },
  }),
  closing: recordOf({
    ...common,
    ...accepted,
    id: 'main-street',
    dealershipName: 'Main Street Auto',
    closing: { as: 'done', at: ago(10), endsAt: inSeconds(50) },
    disposition: 'contracted_retail',
    can: { ...all, undoDone: true },
  }),
  ended: recordOf({
    ...common,
    ...accepted,
    id: 'bluegrass',
    dealershipName: 'Bluegrass Classics',
    state: 'done',
    stage: 'done',
    endedAt: ago(60),
    disposition: 'contracted_retail',
    reopenUntil: inSeconds(86_000),
    can: { ...all, reopen: true },
  }),
} as const;

const boardPath = 'GET /api/desk/board';
const board = (json: Board, more: Responses = {}): Responses => inside('agent', { [boardPath]: { json }, ...more });

function record(name: keyof typeof records, act?: Look['act'], shows: Look['shows'] = 'Trade has a second lien'): Look {
  const json = records[name];
  return {
    name: `desk-request-${name}`,
    path: `/desk/requests/${json.id}`,
    responses: board(busy, { [`GET /api/desk/requests/${json.id}`]: { json } }),
    shows,
    ...(act && { act }),
  };
}

/** Presses a button of the record's bar as soon as it is enabled. */
const press = (name: string) => async (page: Page) => {
  const button = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });
  await button.and(page.locator(':not([aria-disabled])')).click();
};

/** Accepts, goes to the leads before the server has answered, and reads there that no answer came. */
async function acceptAndLeave(page: Page): Promise<void> {
  const left = Promise.withResolvers<void>();
  await page.route('**/accept', async (route) => {
    await left.promise;
    await route.abort('connectionrefused');
  });
  await press('Accept')(page);
  await page.getByRole('link', { name: 'Leads' }).filter({ visible: true }).first().click();
  left.resolve();
}

const ringing: Rings = {
  rings: [{ requestId: 'lakeside', stage: 1, askedAt: ago(31) }],
  serverNow: ago(0),
};
const ringingStream = `event: changed\ndata: {"topics":[],"everything":true}\n\nevent: ring\ndata: ${JSON.stringify(ringing)}\n\n`;

const boardLooks: readonly Look[] = [
  { name: 'desk-board', path: '/desk', responses: board(busy), shows: 'Lakeside Powersports' },
  { name: 'desk-board-quiet', path: '/desk', responses: board(quiet), shows: 'No request is waiting.' },
  {
    name: 'desk-board-failed',
    path: '/desk',
    responses: inside('agent', { [boardPath]: { status: 503, text: 'The server is busy. Try again.' } }),
    shows: 'Could not load the deal board',
  },
  {
    name: 'desk-board-search',
    path: '/desk',
    responses: board(busy, {
      'GET /api/desk/requests': {
        json: { rows: finished.map((row) => ({ ...row, id: `old-${row.id}` })), cursor: 'more', tooMany: false },
      },
    }),
    act: async (page) => page.getByRole('searchbox').fill('a'),
    shows: 'There are more.',
  },
  {
    name: 'desk-board-ringing',
    path: '/desk',
    responses: board(busy, { 'GET /api/desk/stream': { text: ringingStream, type: 'text/event-stream' } }),
    shows: 'Harbor Point Motors',
  },
  {
    name: 'desk-log-a-call',
    path: '/desk',
    responses: board(busy, {
      'GET /api/desk/dealership-names': { json: [{ id: 'd1', name: 'Alder Creek Motors', zone: 'America/Chicago' }] },
    }),
    act: async (page) => page.getByRole('button', { name: 'Log a call' }).click(),
    shows: 'How did it end?',
  },
  record('waiting'),
  {
    ...record('waiting', acceptAndLeave, 'No answer from the server.'),
    name: 'desk-request-left',
    responses: board(busy, {
      'GET /api/desk/requests/lakeside': { json: records.waiting },
      'GET /api/desk/leads': { json: { rows: [], cursor: null, serverNow: ago(0) } },
    }),
  },
  record('mine'),
  record('late'),
  record('closing'),
  record('ended'),
  { ...record('mine', press('Done…'), 'How did it end?'), name: 'desk-request-done' },
  { ...record('mine', press('Hand off…'), 'What was promised'), name: 'desk-request-hand-off' },
  {
    ...record('mine', async (page) => page.getByRole('button', { name: 'Add Credit portal' }).click(), 'RouteOne'),
    name: 'desk-request-edit',
  },
  {
    name: 'desk-request-gone',
    path: '/desk/requests/gone',
    responses: board(busy, { 'GET /api/desk/requests/gone': { status: 404, text: 'There is no such request' } }),
    shows: 'There is no such request any more.',
  },
];

/** All states of the console. */
export const looks: readonly Look[] = [...otherLooks, ...boardLooks, ...leadLooks, ...numbersLooks, ...dealershipLooks];
