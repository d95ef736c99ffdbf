/** Pages with a history of 90 days, as the server writes it into them, for pictures and browser tests. */
import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { addDays, spanOf } from '#server/calendar.ts';
import { measure } from '#server/measured/measure.ts';
import { shownFigures, statusOf } from '#server/measured/words.ts';
import { writeFigures } from '#server/site/figures-in-page.ts';
import { writeStatus } from '#server/site/status-page.ts';

const zone = 'America/New_York';
const hourMs = 3_600_000;
const asOf = new Date('2026-11-22T19:00:00.000Z');
const today = '2026-11-22';

const spread = (count: number, medianMs: number) => ({ count, medianMs, nineOfTenMs: medianMs * 3 });

/** The gaps of some days, in minutes. */
const gaps: Readonly<Record<string, number>> = {
  '2026-09-14': 3,
  '2026-10-02': 41,
  '2026-10-21': 2,
  '2026-11-11': 145,
};
/** The share of some days during which a person was available. */
const parts: Readonly<Record<string, number>> = {
  '2026-09-07': 0.62,
  '2026-10-12': 0.31,
  '2026-11-01': 0.8,
  '2026-11-11': 0,
};

/** @param connectMs the median time from Accept to Connected */
export function sampleStatus(connectMs = 8312) {
  const days = Array.from({ length: 90 }, (_, at) => addDays(today, at - 89)).map((day) => {
    const { since, until } = spanOf(day, zone);
    const [fromMs, toMs] = [Date.parse(since), Math.min(Date.parse(until), asOf.getTime())];
    const share = parts[day] ?? 1;
    return {
      day,
      fromMs,
      toMs,
      available: share === 0 ? [] : [[fromMs, fromMs + share * (toMs - fromMs)] as const],
    };
  });
  const firstMs = (days[8]?.fromMs ?? 0) + 9 * hourMs;
  const spans = days.flatMap(({ day, fromMs, toMs }): (readonly [number, number])[] => {
    const gapMs = (gaps[day] ?? 0) * 60_000;
    const middle = fromMs + 12 * hourMs;
    return [
      [Math.max(fromMs, firstMs), middle],
      [middle + gapMs, toMs],
    ];
  });
  const facts = measure({
    asOf,
    days,
    all: { accept: spread(331, 11_400), connect: spread(312, connectMs), missed: 2 },
    spans: spans.filter(([from, to]) => from < to && to > firstMs),
    firstAnswer: new Date(firstMs).toISOString(),
    presenceSince: new Date(firstMs).toISOString(),
  });
  return statusOf(facts, zone);
}

/** Gives the pages a history from now on, as the server would write it. */
export async function withHistory(page: Page, status = sampleStatus()): Promise<void> {
  await page.route(
    (url) => !url.pathname.includes('.'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const $ = load(await response.text());
      writeFigures($, shownFigures(status));
      if (new URL(route.request().url()).pathname === '/status') writeStatus($, status);
      return route.fulfill({ response, body: $.html() });
    },
  );
}
