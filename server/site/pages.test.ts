import { expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { shownFigures, statusOf } from '#server/measured/words.ts';
import { writeBareSite } from '../../tests/support/site.ts';
import { loadPages, oncePerPage } from './pages.ts';

const load = () => loadPages(writeBareSite(), readConfig({ DATA_DIR: 'none' }));
const nothingMeasured = statusOf(undefined, 'America/New_York');

test('a page is prepared once for all who ask at the same instant', async () => {
  const pages = load();
  const asked = await Promise.all(Array.from({ length: 50 }, () => pages.byName('home')));
  expect(new Set(asked).size).toBe(1);
  expect(await pages.byPath('/')).toBe(asked[0]);
});

test('a page that looks the same after a count keeps its encoded forms, and one that does not is another', async () => {
  const pages = load();
  const [home, status] = [await pages.byName('home'), await pages.byName('status')];
  pages.showMeasured({ ...nothingMeasured, missed: 3 }, shownFigures(nothingMeasured));
  expect(await pages.byName('home')).toBe(home);
  expect((await pages.byName('status'))?.html).toContain('3 requests were not accepted in time');
  expect((await pages.byName('status'))?.tag).not.toBe(status?.tag);
});

test('R1015 no request that was missed is said as what was counted', async () => {
  const pages = load();
  pages.showMeasured(nothingMeasured, shownFigures(nothingMeasured));
  expect((await pages.byName('status'))?.html).toContain('No request ended before somebody had accepted it.');
});

test('R1035 a count that ends at midnight names the day that has begun, and tells of the day before it', async () => {
  const pages = load();
  const day = { day: '2026-11-29', uptime: 1, downMs: 0, availability: 0.5 };
  const days = [{ ...day, day: '2026-11-28' }, day];
  const asked = async (asOf: string) => {
    pages.showMeasured({ ...nothingMeasured, asOf, days }, shownFigures(nothingMeasured));
    return (await pages.byName('status'))?.html.replaceAll('&nbsp;', ' ');
  };
  const atMidnight = await asked('2026-11-30T05:00:00.000Z');
  expect(atMidnight).toContain('Counted up to Nov 30, 12:00 am');
  expect(atMidnight).toContain('Yesterday our server answered without a gap, and somebody was available 50.0% of');
  expect(await asked('2026-11-30T04:00:00.000Z')).toContain('Today until 11:00 pm');
});

test('R1271 of the day in which the counting begins, only the time since then is said to be without a gap', async () => {
  const pages = load();
  const first = [{ day: '2026-11-29', uptime: 1, downMs: 0, availability: null }];
  const asked = async (asOf: string) => {
    pages.showMeasured({ ...nothingMeasured, asOf, days: first }, shownFigures(nothingMeasured));
    return (await pages.byName('status'))?.html.replaceAll('&nbsp;', ' ');
  };
  expect(await asked('2026-11-30T04:00:00.000Z')).toContain(
    'Today, since the counting began, until 11:00 pm EST, our server answered without a gap.',
  );
  expect(await asked('2026-11-30T05:00:00.000Z')).toContain(
    'Yesterday, since the counting began, our server answered without a gap.',
  );
});

test('R1254 a month before the first measured day is left out, and one without a measured day after it stays', async () => {
  const pages = load();
  const shown = async (measured: readonly string[]) => {
    const days = ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-29'].map((day) => {
      const share = measured.includes(day) ? 1 : null;
      return { day, uptime: share, downMs: 0, availability: share };
    });
    pages.showMeasured({ ...nothingMeasured, asOf: '2026-11-29T20:00:00.000Z', days }, shownFigures(nothingMeasured));
    const html = (await pages.byName('status'))?.html ?? '';
    const rows = html.match(/(?<=datetime=")[\d-]+/g);
    return [html.match(/\w+(?= 2026<)/g), rows, /Measured since [^.]+/.exec(html)?.[0]];
  };
  expect(await shown(['2026-09-30', '2026-11-29'])).toEqual([
    ['September', 'October', 'November'],
    ['2026-11-29', '2026-10-31', '2026-09-30'],
    'Measured since Sep 30',
  ]);
  const [months, , since] = await shown(['2026-08-31']);
  expect([months?.length, since]).toEqual([4, undefined]);
  expect(await shown([])).toEqual([null, null, undefined]);
});

test('what was made of a page is made anew after a failure, and when the page is another', async () => {
  const make = vi.fn<(page: { readonly html: string }) => Promise<number>>(async ({ html }) => html.length);
  const made = oncePerPage(make);
  const page = { html: 'four' };
  make.mockRejectedValueOnce(new Error('out of file handles'));
  await expect(made(page)).rejects.toThrow('out of file handles');
  expect([await made(page), await made(page), await made({ html: 'other' })]).toEqual([4, 4, 5]);
  expect(make).toHaveBeenCalledTimes(3);
});
