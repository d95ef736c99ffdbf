/** The states of the Numbers screen for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { Figures, Spread, Totals } from '#contract/desk/figures-endpoints.ts';
import { noSpread, noTotals } from '../../desk/numbers/testing.ts';
import { inside, type Look } from './desk-looks.ts';
import { sampleStatus } from './measured-looks.ts';

const spread = (count: number, medianMs: number | null, nineOfTenMs: number | null): Spread => ({
  count,
  medianMs,
  nineOfTenMs,
});
const totals = (requests: number, acceptMs: number, missed: number, share: number, products: number): Totals => {
  const decided = Math.round(requests * 0.92);
  const contracted = Math.round(decided * share);
  return {
    ...noTotals,
    requests,
    accept: spread(requests - missed, acceptMs, acceptMs * 3.7),
    connect: spread(decided, 104_000, 218_000),
    wait: spread(decided, acceptMs + 104_000, 250_000),
    missed,
    contracted,
    decided,
    products: Math.round(contracted * products),
    minutes: requests * 21,
  };
};

const byHour = [4, 3, 6, 2, 3, 2, 1, 2, 3, 5, 7, 9, 11, 12, 10, 9, 12, 15, 19, 24, 31, 36, 28, 14];
const there = [2, 2, 1, 0, 0.4, 1, 1, 1.6, 2.4, 3.1, 4, 4, 4, 4, 4, 4, 4.6, 5, 5, 6, 6, 6, 5, 3.2];
const days = [
  ['2026-11-16', 38, 1],
  ['2026-11-17', 41, 0],
  ['2026-11-18', 36, 0],
  ['2026-11-19', 44, 0],
  ['2026-11-20', 52, 0],
  ['2026-11-21', 68, 0],
  ['2026-11-22', 33, 3],
] as const;

const dealers = ['Alder Creek Motors', 'Harbor Point Motors', 'Lakeside Powersports', 'Ridgeview RV', 'Prairie Trucks'];

const week: Figures = {
  period: {
    kind: 'week',
    from: '2026-11-16',
    to: '2026-11-22',
    running: true,
    before: { from: '2026-11-09', to: '2026-11-15' },
  },
  zone: 'America/New_York',
  today: '2026-11-22',
  dealership: null,
  person: null,
  totals: {
    ...totals(312, 8400, 4, 0.71, 1.9),
    notBilled: 5,
    notBilledMinutes: 84,
    tests: 3,
    calls: 11,
    callMinutes: 162,
  },
  before: totals(294, 9100, 2, 0.69, 1.8),
  step: 'day',
  time: days.map(([from, requests, missed], at) => ({
    from,
    to: from,
    totals: totals(requests, 7000 + at * 500, missed, 0.7, 1.9),
  })),
  hours: byHour.map((requests, hour) => ({
    hour,
    requests,
    missed: hour === 3 ? 2 : hour === 4 ? 1 : 0,
    nobodyThere: hour === 3 ? 2 : hour === 4 ? 2 : 0,
    people: there[hour] ?? 0,
  })),
  endings: [
    { ending: 'contracted_retail', requests: 171 },
    { ending: 'contracted_lease', requests: 31 },
    { ending: 'contracted_cash', requests: 12 },
    { ending: 'contracted_outside_lien', requests: 7 },
    { ending: 'approved_not_signed', requests: 28 },
    { ending: 'no_approval', requests: 12 },
    { ending: 'customer_left', requests: 15 },
    { ending: 'help_only', requests: 24 },
    { ending: 'could_not_connect', requests: 6 },
    { ending: 'missed', requests: 4 },
    { ending: 'open', requests: 2 },
  ],
  products: [
    { product: 'vsc', deals: 158 },
    { product: 'gap', deals: 131 },
    { product: 'tire_wheel', deals: 66 },
    { product: 'maintenance', deals: 41 },
    { product: 'other', deals: 18 },
  ],
  missed: [
    { id: 'm1', askedAt: '2026-11-22T09:12:00.000Z', dealership: 'Harbor Point Motors', people: 0 },
    { id: 'm2', askedAt: '2026-11-22T08:47:00.000Z', dealership: 'Ridgeview RV', people: 0 },
    { id: 'm3', askedAt: '2026-11-22T08:05:00.000Z', dealership: 'Lakeside Powersports', people: 0 },
    { id: 'm4', askedAt: '2026-11-17T00:31:00.000Z', dealership: 'Alder Creek Motors', people: 2 },
  ],
  missedLeftOut: 0,
  missedKnown: 4,
  missedAlone: 3,
  dealerships: dealers.map((name, at) => ({
    id: `d${at}`,
    name,
    totals: totals(96 - at * 17, 7900 + at * 400, at === 1 ? 1 : 0, 0.74 - at * 0.03, 2.1 - at * 0.1),
  })),
  dealershipsLeftOut: 0,
  people: [
    { id: 'dana', name: 'Dana Whitcomb', totals: totals(98, 6900, 0, 0.76, 2.2) },
    { id: 'lee-marsh', name: 'Lee Marsh', totals: totals(87, 8800, 1, 0.7, 1.8) },
    { id: 'sam-ortiz', name: 'Sam Ortiz', totals: totals(74, 11_200, 1, 0.66, 1.7) },
    { id: 'operator', name: 'The operator’s link', totals: totals(6, 31_000, 0, 0.5, 1) },
  ],
  fallen: {
    week: { from: '2026-11-15', to: '2026-11-21' },
    judged: 14,
    dealerships: [
      { id: 'd7', name: 'Copper Hill Imports', requests: 2, usual: 9.1 },
      { id: 'd4', name: 'Prairie Trucks', requests: 5, usual: 11.4 },
      { id: 'd8', name: 'Fox Hollow', requests: 0, usual: 4 },
    ],
  },
  leads: {
    leads: 23,
    spam: 2,
    statuses: { new: 4, contacted: 9, qualified: 5, won: 2, lost: 1, spam: 2 },
    firstContact: spread(17, 3_900_000, 41_000_000),
    withinPromise: 16,
    promised: 18,
    sources: [
      {
        form: 'inquiry',
        representative: null,
        leads: 14,
        statuses: { new: 3, contacted: 6, qualified: 3, spam: 2 },
        firstContact: spread(9, 4_500_000, 61_000_000),
      },
      {
        form: 'intake',
        representative: 'Avery Holt',
        leads: 6,
        statuses: { new: 1, contacted: 2, qualified: 1, won: 2 },
        firstContact: spread(5, 2_900_000, 12_000_000),
      },
      {
        form: 'intake',
        representative: 'Juniper Vance',
        leads: 3,
        statuses: { contacted: 1, qualified: 1, lost: 1 },
        firstContact: spread(3, 1_400_000, 3_100_000),
      },
    ],
  },
  leadsBefore: 19,
  choices: {
    dealerships: dealers.map((name, at) => ({ id: `d${at}`, name })),
    people: [
      { id: 'dana', name: 'Dana Whitcomb' },
      { id: 'lee-marsh', name: 'Lee Marsh' },
      { id: 'sam-ortiz', name: 'Sam Ortiz' },
    ],
  },
  serverNow: '2026-11-22T21:04:00.000Z',
};

/** The first week of an installation: no request yet, and one lead. */
const quiet: Figures = {
  ...week,
  totals: noTotals,
  before: noTotals,
  time: days.map(([from]) => ({ from, to: from, totals: noTotals })),
  hours: byHour.map((_, hour) => ({ hour, requests: 0, missed: 0, nobodyThere: null, people: null })),
  endings: [],
  products: week.products.map((one) => ({ ...one, deals: 0 })),
  missed: [],
  dealerships: [],
  people: [],
  fallen: { ...week.fallen, judged: 0, dealerships: [] },
  leads: {
    leads: 1,
    spam: 0,
    statuses: { new: 1 },
    firstContact: noSpread,
    withinPromise: 0,
    promised: 0,
    sources: [{ form: 'inquiry', representative: null, leads: 1, statuses: { new: 1 }, firstContact: noSpread }],
  },
  leadsBefore: 0,
  choices: { dealerships: [], people: week.choices.people },
};

/** The second day: two requests, too few to say what is usual. */
const begun: Figures = {
  ...quiet,
  totals: { ...totals(2, 12_300, 0, 1, 1), decided: 1, contracted: 1, products: 1, minutes: 34 },
  time: days.map(([from], at) => ({ from, to: from, totals: at === 6 ? totals(2, 12_300, 0, 1, 1) : noTotals })),
  hours: quiet.hours.map((hour) => ({
    ...hour,
    requests: [19, 21].includes(hour.hour) ? 1 : 0,
    ...(hour.hour >= 17 && { people: 1, nobodyThere: 0 }),
  })),
  endings: [
    { ending: 'contracted_retail', requests: 1 },
    { ending: 'open', requests: 1 },
  ],
  products: week.products.map(({ product }) => ({ product, deals: product === 'vsc' ? 1 : 0 })),
  dealerships: [{ id: 'd0', name: 'Alder Creek Motors', totals: totals(2, 12_300, 0, 1, 1) }],
  people: [{ id: 'dana', name: 'Dana Whitcomb', totals: totals(2, 12_300, 0, 1, 1) }],
};

const fourWeeks: Figures = {
  ...week,
  period: { ...week.period, kind: 'four-weeks', from: '2026-10-26', before: { from: '2026-09-28', to: '2026-10-25' } },
  totals: totals(1204, 8600, 9, 0.7, 1.9),
  before: totals(1130, 8300, 11, 0.71, 1.9),
  dealership: { id: 'd1', name: 'Harbor Point Motors' },
  time: Array.from({ length: 28 }, (_, at) => {
    const from = new Date(Date.UTC(2026, 9, 26 + at)).toISOString().slice(0, 10);
    return { from, to: from, totals: totals(24 + ((at * 13) % 37), 8000, at % 9 === 4 ? 2 : 0, 0.7, 1.9) };
  }),
};

const numbers = (figures: Figures) =>
  inside('manager', { 'GET /api/desk/figures': { json: figures }, 'GET /status.json': { json: sampleStatus() } });

export const numbersLooks: readonly Look[] = [
  { name: 'desk-numbers', path: '/desk/numbers', responses: numbers(week), shows: 'Copper Hill Imports' },
  {
    name: 'desk-numbers-tables',
    path: '/desk/numbers',
    responses: numbers(week),
    act: async (page: Page) => {
      // The figures have arrived, so all of their tables are found.
      await page.getByText('Copper Hill Imports').first().waitFor();
      for (const summary of await page.getByText(/^Show as a table/).all()) await summary.click();
      await page
        .getByText(/^How this is counted/)
        .first()
        .click();
    },
    shows: 'Requests by the hour in which the dealership asked',
  },
  {
    name: 'desk-numbers-four-weeks',
    path: '/desk/numbers?period=four-weeks&dealership=d1',
    responses: numbers(fourWeeks),
    shows: 'Oct 26 to Nov 22, 2026',
  },
  {
    name: 'desk-numbers-other-days',
    path: '/desk/numbers?period=custom&from=2026-11-21&to=2026-11-22',
    responses: numbers({ ...begun, period: { ...begun.period, kind: 'custom', from: '2026-11-21' } }),
    shows: 'Nov 21 to 22, 2026',
  },
  {
    name: 'desk-numbers-begun',
    path: '/desk/numbers',
    responses: numbers(begun),
    shows: 'No dealership has asked often',
  },
  {
    name: 'desk-numbers-nothing',
    path: '/desk/numbers',
    responses: numbers(quiet),
    shows: 'Nobody has asked in these days',
  },
  {
    name: 'desk-numbers-failed',
    path: '/desk/numbers',
    responses: inside('manager', {
      'GET /api/desk/figures': { status: 503, text: 'We cannot take it at this moment.' },
    }),
    shows: 'Could not load the figures',
  },
];
