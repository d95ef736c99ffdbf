/** The figures of the desk. `figures.ts` says what each of them means, in the words that the screen shows. */
import * as z from 'zod/mini';
import { atMost, changesAt, maybeText, text } from '../schemas.ts';
import { productNames } from './board.ts';
import { reads } from './desk-endpoint.ts';
import { endingNames, figureRefusals, figuresPath, periodKinds, stepNames } from './figures.ts';

const count = z.number();
/** A day of the calendar in the desk's zone: `2026-11-22`. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const named = z.object({ id: text, name: text });

/** How long something took, in milliseconds. Null where nothing was timed. */
const spread = z.object({ count, medianMs: z.nullable(count), nineOfTenMs: z.nullable(count) });
export type Spread = z.infer<typeof spread>;

/** What is counted of a group of requests: a period, a day, a dealership, a person. */
const totals = z.object({
  requests: count,
  accept: spread,
  connect: spread,
  wait: spread,
  missed: count,
  /** How many of the missed requests were reopened. */
  missedReopened: count,
  contracted: count,
  /** The number of requests that the share of contracted is taken of. */
  decided: count,
  products: count,
  minutes: count,
  notBilled: count,
  notBilledMinutes: count,
  tests: count,
  calls: count,
  callMinutes: count,
});
export type Totals = z.infer<typeof totals>;

const rowOfTime = z.object({ from: day, to: day, totals });

const hour = z.object({
  /** The hour's number: 0 is midnight to one o'clock. */
  hour: count,
  requests: count,
  missed: count,
  /** Requests that came while nobody was available; null while it is unknown who was available. */
  nobodyThere: z.nullable(count),
  /** People who were available, on average; null while that is unknown. */
  people: z.nullable(count),
});
export type HourFigures = z.infer<typeof hour>;

const missedRequest = z.object({
  id: text,
  askedAt: z.iso.datetime(),
  dealership: text,
  /** How many people were available when it was asked; null when that is unknown. */
  people: z.nullable(count),
});

const leadSource = z.object({
  form: z.enum(['inquiry', 'intake']),
  /** The representative that an intake names; null for an inquiry. */
  representative: maybeText,
  leads: count,
  /** By status, as the leads name them. */
  statuses: z.record(text, count),
  firstContact: spread,
});
export type LeadSource = z.infer<typeof leadSource>;

const leadFigures = z.object({
  leads: count,
  spam: count,
  statuses: z.record(text, count),
  firstContact: spread,
  /** Leads that were contacted within the time that the site promises. */
  withinPromise: count,
  /** Leads that were contacted or have waited longer than promised. */
  promised: count,
  sources: z.array(leadSource),
});
export type LeadFigures = z.infer<typeof leadFigures>;

const fallen = z.object({
  /** The week that is judged. */
  week: z.object({ from: day, to: day }),
  /** How many dealerships asked often enough to be judged. */
  judged: count,
  dealerships: z.array(z.object({ id: text, name: text, requests: count, usual: count })),
});

export const figures = z.object({
  period: z.object({
    kind: z.enum(periodKinds),
    from: day,
    to: day,
    /** Whether the period is not over yet. */
    running: z.boolean(),
    before: z.object({ from: day, to: day }),
  }),
  zone: text,
  today: day,
  /** The dealership or person that the figures are narrowed to. */
  dealership: z.nullable(named),
  person: z.nullable(named),
  totals,
  before: totals,
  step: z.enum(stepNames),
  time: z.array(rowOfTime),
  hours: z.array(hour),
  endings: z.array(z.object({ ending: z.enum(endingNames), requests: count })),
  products: z.array(z.object({ product: z.enum(productNames), deals: count })),
  /** Newest first, at most 100. */
  missed: z.array(missedRequest),
  missedLeftOut: count,
  /** Of all missed requests, those of which it is known who was available, and those that came while nobody was. */
  missedKnown: count,
  missedAlone: count,
  /** Most requests first, at most 100. */
  dealerships: z.array(z.object({ ...named.def.shape, totals })),
  dealershipsLeftOut: count,
  people: z.array(z.object({ ...named.def.shape, totals })),
  fallen,
  leads: leadFigures,
  leadsBefore: count,
  choices: z.object({ dealerships: z.array(named), people: z.array(named) }),
  ...changesAt,
  serverNow: z.iso.datetime(),
});
export type Figures = z.infer<typeof figures>;

/** `day`: a day in the period, today when absent; `from` and `to`: only for `custom`. */
export const figuresQuery = z.object({
  period: z.optional(z.enum(periodKinds)),
  day: z.optional(day),
  from: z.optional(day),
  to: z.optional(day),
  step: z.optional(z.enum(stepNames)),
  dealership: z.optional(atMost(64)),
  person: z.optional(atMost(64)),
});
export type FiguresQuery = z.infer<typeof figuresQuery>;

export const viewFigures = reads('readFigures', figuresPath, {
  summary: 'The figures of a period',
  query: figuresQuery,
  responses: { 200: figures },
  refusals: { badPeriod: figureRefusals.badPeriod },
});
