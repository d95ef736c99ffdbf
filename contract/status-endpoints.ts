/** What was measured, as JSON for anybody. The words are in `brand/figures.ts`; the page `/status` shows the same. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { measuredNames, statusPath } from './status.ts';

const text = z.string();
const count = z.number();
/** A day of the calendar in the operator's zone: `2026-11-22`. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** A part of one, 0 to 1; null while nothing is known. */
const share = z.nullable(count);

const measuredFigure = z.object({
  id: z.enum(measuredNames),
  name: text,
  /** What the site claims; null for a figure that it does not claim. */
  target: z.nullable(text),
  standing: z.enum(['measured', 'target']),
  /** The measured value as it is shown, rounded to our disadvantage; null while the figure is a target. */
  value: z.nullable(text),
  /** The same exactly, milliseconds or a part of one; null while the figure is a target. */
  exact: z.nullable(count),
  /** The value as it is read aloud. */
  spoken: z.nullable(text),
  /** Of what it was made, or why it is still a target. */
  note: text,
  /** How many there are, of what, and from how many on the figure is measured. */
  cases: z.object({ count, least: count, of: z.enum(['requests', 'days']) }),
});
export type MeasuredFigure = z.infer<typeof measuredFigure>;

const measuredDay = z.object({
  day,
  /** The share of the time in which a server answered; of today up to `asOf`. */
  uptime: share,
  /** How long none did, in milliseconds. */
  downMs: count,
  /** The share of the time in which somebody was available. */
  availability: share,
});
export type MeasuredDay = z.infer<typeof measuredDay>;

export const status = z.object({
  /** Up to when everything was counted: the last full hour. Null before the first count. */
  asOf: z.nullable(z.iso.datetime()),
  zone: text,
  windowDays: count,
  figures: z.array(measuredFigure),
  /** What cannot be measured here. */
  targets: z.array(z.object({ name: text, target: text, why: text })),
  /** Requests of the window that nobody accepted in time. */
  missed: count,
  /** The days of the window, the oldest first. */
  days: z.array(measuredDay),
});
export type Status = z.infer<typeof status>;

export const viewStatus = endpoint({
  tag: 'site',
  method: 'GET',
  path: statusPath,
  summary: 'What was measured in the last 90 days',
  origins: 'any',
  responses: { 200: status },
  /** It changes once an hour. */
  cache: 'public, max-age=60',
});
