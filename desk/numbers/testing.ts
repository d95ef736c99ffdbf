/** Figures as the server sends them, for tests. */
import type { Figures, Spread, Totals } from '#contract/desk/figures-endpoints.ts';

/** The times of a period in which nobody asked. */
export const noSpread: Spread = { count: 0, medianMs: null, nineOfTenMs: null };
/** The totals of such a period. */
export const noTotals: Totals = {
  requests: 0,
  accept: noSpread,
  connect: noSpread,
  wait: noSpread,
  missed: 0,
  missedReopened: 0,
  contracted: 0,
  decided: 0,
  products: 0,
  minutes: 0,
  notBilled: 0,
  notBilledMinutes: 0,
  tests: 0,
  calls: 0,
  callMinutes: 0,
};

/** The figures of days in which nobody asked. */
export const figuresOf = (
  { from, to }: { readonly from: string; readonly to: string },
  parts: Partial<Figures> = {},
): Figures => ({
  period: { kind: 'custom', from, to, running: false, before: { from, to } },
  zone: 'America/New_York',
  today: new Date().toISOString().slice(0, 10),
  dealership: null,
  person: null,
  totals: noTotals,
  before: noTotals,
  step: 'day',
  time: [],
  hours: [],
  endings: [],
  products: [],
  missed: [],
  missedLeftOut: 0,
  missedKnown: 0,
  missedAlone: 0,
  dealerships: [],
  dealershipsLeftOut: 0,
  people: [],
  fallen: { week: { from, to }, judged: 0, dealerships: [] },
  leads: {
    leads: 0,
    spam: 0,
    statuses: {},
    firstContact: noSpread,
    withinPromise: 0,
    promised: 0,
    sources: [],
  },
  leadsBefore: 0,
  choices: { dealerships: [{ id: 'harbor', name: 'Harbor Point Motors' }], people: [] },
  serverNow: new Date().toISOString(),
  ...parts,
});
