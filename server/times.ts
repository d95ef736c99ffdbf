/** Units of time, and times in the form that the database and the wire use. */
import type { Iso } from '#server/database/tables.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The time that is `ms` milliseconds after another. */
export const isoAfter = (at: Date | Iso, ms: number): Iso => new Date(new Date(at).getTime() + ms).toISOString();

/** The next full hour. */
export const nextHour = (at: Date | Iso): Iso =>
  new Date((Math.floor(new Date(at).getTime() / hourMs) + 1) * hourMs).toISOString();

/** The first of some times; null when there is none. */
export const earliest = (...times: readonly (Iso | null | undefined)[]): Iso | null =>
  times.filter((time) => time != null).sort()[0] ?? null;

/** The time that is `ms` milliseconds before another. */
export const isoBefore = (at: Date | Iso, ms: number): Iso => isoAfter(at, -ms);
