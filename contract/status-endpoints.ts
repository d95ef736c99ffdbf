/** The measured figures as public JSON. The words are in `brand/figures.ts`; the page `/status` shows the same figures. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maybeText, maybeTime, text } from './schemas.ts';
import { measuredNames, statusPath } from './status.ts';

const count = z.number();
/** A day of the calendar in the operator's zone: `2026-11-22`. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** A fraction from 0 to 1; null while unknown. */
const share = z.nullable(count);

const measuredFigure = z.object({
  id: z.enum(measuredNames),
  name: text,
  /** What the site claims; null for a figure without a claim. */
  target: maybeText,
  standing: z.enum(['measured', 'target']),
  /** The measured value as it is shown, rounded to our disadvantage; null while the figure is still a target. */
  value: maybeText,
  /** The exact value, in milliseconds or as a fraction of 1; null while the figure is still a target. */
  exact: z.nullable(count),
  /** The value as screen readers read it. */
  spoken: maybeText,
  /** What the value was made from, or why it is still a target. */
  note: text,
  /** How many cases there are, of what, and how many a measured figure needs. */
  cases: z.object({ count, least: count, of: z.enum(['requests', 'days']) }),
});
export type MeasuredFigure = z.infer<typeof measuredFigure>;

const measuredDay = z.object({
  day,
  /** The share of the time in which a server answered. For today, up to `asOf`. */
  uptime: share,
  /** How long no server answered, in milliseconds. */
  downMs: count,
  /** The share of the time in which somebody was available. */
  availability: share,
});
export type MeasuredDay = z.infer<typeof measuredDay>;

export const status = z.object({
  /** The end of the counted time: the last full hour. Null before the first count. */
  asOf: maybeTime,
  zone: text,
  windowDays: count,
  figures: z.array(measuredFigure),
  /** Figures that cannot be measured here. */
  targets: z.array(z.object({ name: text, target: text, why: text })),
  /** Requests in the window that nobody accepted in time. */
  missed: count,
  /** The days of the window, oldest first. */
  days: z.array(measuredDay),
});
export type Status = z.infer<typeof status>;

export const viewStatus = endpoint('GET', statusPath, {
  tag: 'site',
  summary: 'What was measured in the last 90 days',
  origins: 'any',
  responses: { 200: status },
  /** It changes once an hour. */
  cache: 'public, max-age=60',
});
