/** The query of the Numbers screen in its address, so that Back works and a link shows the same. Pure. */
import { type PeriodKind, periodKinds, type Step, stepNames } from '#contract/desk/figures.ts';
import type { FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { oneOf } from '../lib/options.ts';
import { daysAfter, isDay, mondayOf } from '../lib/times.ts';
import { setOnly, withQuery } from '../lib/use-list.ts';

/** The query of an address. A value that cannot be read is left out. */
export function queryOf(search: URLSearchParams): FiguresQuery {
  const dayOf = (name: string) => {
    const text = search.get(name);
    return text !== null && isDay(text) ? text : undefined;
  };
  return setOnly({
    period: oneOf<PeriodKind>(periodKinds, search.get('period')),
    day: dayOf('day'),
    from: dayOf('from'),
    to: dayOf('to'),
    step: oneOf<Step>(stepNames, search.get('step')),
    dealership: search.get('dealership') || undefined,
    person: search.get('person') || undefined,
  });
}

/** The address of a query, without the screen's path: empty, or beginning with `?`. */
export const addressOf = (query: FiguresQuery): string => withQuery('', setOnly(query));

const dayMs = 86_400_000;

const lengthOf = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

const weeksOf = { week: 1, 'four-weeks': 4 } as const;

/**
 * The query for the period right before (-1) or after (+1) the one that a query asks for. The figures of that one may still load, so
 * that each of several quick presses moves one period.
 */
export function neighbour(query: FiguresQuery, today: string, steps: 1 | -1): FiguresQuery {
  const { day = today, from = day, to = day, ...rest } = query;
  const { period = 'week' } = query;
  if (period === 'custom') {
    const days = steps * lengthOf(from, to);
    return { ...rest, from: daysAfter(from, days), to: daysAfter(to, days) };
  }
  if (period === 'day') return { ...rest, day: daysAfter(day, steps) };
  const sunday = daysAfter(mondayOf(day), 6);
  return { ...rest, day: daysAfter(sunday, steps * 7 * weeksOf[period]) };
}
