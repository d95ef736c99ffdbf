/** Computes which days a query of the figures covers. Pure. */
import { mostDays, type PeriodKind, type Step } from '#contract/desk/figures.ts';
import type { FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { addDays, type Day, dayAt, daysFrom, isDay, mondayOf, sameTimeBefore, startOfDay } from '#server/calendar.ts';

export interface Period {
  readonly kind: PeriodKind;
  readonly from: Day;
  readonly to: Day;
  readonly running: boolean;
  readonly before: { readonly from: Day; readonly to: Day };
  /** Of the period before, only requests from before this moment count. */
  readonly beforeUntil: Date;
  readonly step: Step;
}

/** A period of more days than this is shown by week. */
const mostDaysByDay = 35;

const fourWeeks = 28;

function daysOfKind(kind: PeriodKind, query: FiguresQuery, today: Day): [from: Day, to: Day] | undefined {
  const day = query.day ?? today;
  if (!isDay(day)) return undefined;
  if (kind === 'day') return [day, day];
  const monday = mondayOf(day);
  const sunday = addDays(monday, 6);
  if (kind === 'week') return [monday, sunday];
  // The week of the day, and the three weeks before it.
  if (kind === 'four-weeks') return [addDays(sunday, 1 - fourWeeks), sunday];
  const { from = day, to = day } = query;
  if (!isDay(from) || !isDay(to) || to < from || daysFrom(from, to) >= mostDays) return undefined;
  return [from, to];
}

/** The period of a query; undefined when the query has no valid period. */
export function periodOf(query: FiguresQuery, now: Date, zone: string): Period | undefined {
  const today = dayAt(now, zone);
  const kind = query.period ?? 'week';
  const days = daysOfKind(kind, query, today);
  if (days === undefined) return undefined;
  const [from, to] = days;
  const length = daysFrom(from, to) + 1;
  const running = to >= today && from <= today;
  return {
    kind,
    from,
    to,
    running,
    before: { from: addDays(from, -length), to: addDays(from, -1) },
    beforeUntil: running ? sameTimeBefore(now, length, zone) : startOfDay(from, zone),
    step: query.step ?? (length > mostDaysByDay ? 'week' : 'day'),
  };
}

/** The rows of a period's table: each is a day, or a week from Monday, cut off where the period begins or ends. */
export function rowsOf({ from, to, step }: Pick<Period, 'from' | 'to' | 'step'>): { from: Day; to: Day }[] {
  const rows: { from: Day; to: Day }[] = [];
  for (let day = from; day <= to; ) {
    const end = step === 'day' ? day : addDays(mondayOf(day), 6);
    const last = end < to ? end : to;
    rows.push({ from: day, to: last });
    day = addDays(last, 1);
  }
  return rows;
}
