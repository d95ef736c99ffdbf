/** Writes the measured figures into the status page. `site/pages/Status.tsx` has the markup. */
import type { CheerioAPI } from 'cheerio';
import { plainTime } from '#contract/plain-time.ts';
import type { MeasuredDay, Status } from '#contract/status-endpoints.ts';
import { dayAt } from '#server/calendar.ts';
import { minuteMs } from '#server/times.ts';

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const dateOf = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** How long no server answered, rounded up: `4 min`, `2 h`. */
function gapText(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs);
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(ms / (60 * minuteMs))} h`;
}

/** A share as a percentage with one decimal, rounded down. */
const percent = (share: number): string => `${share >= 1 ? '100' : (Math.floor(share * 1000) / 10).toFixed(1)}%`;

/** The number of quarters of a day in which somebody was available, rounded down. */
const quarters = (share: number): number => Math.floor(share * 4);

const serverText = ({ uptime, downMs }: MeasuredDay): string =>
  uptime === null ? 'not measured' : downMs === 0 ? 'no gap' : `${gapText(downMs)} down`;

const someoneText = ({ availability }: MeasuredDay): string =>
  availability === null ? 'not measured' : percent(availability);

/** The square of a day. People who cannot see it can use the table. */
function square(one: MeasuredDay): string {
  const { day, uptime, downMs, availability } = one;
  const server = uptime === null ? 'unknown' : downMs === 0 ? 'whole' : 'gap';
  const gap = server === 'gap' ? `<b>${gapText(downMs)}</b>` : '';
  const people = availability === null ? '' : `<i class="day-people is-${quarters(availability)}"></i>`;
  return `<span class="day is-${server}">${Number(day.slice(8))}${gap}${people}</span>`;
}

/** The months of the window. Each has its squares under the weekdays, Monday first. */
function monthsOf(days: readonly MeasuredDay[]): string {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months.values()]
    .map((some) => {
      const first = dateOf(some[0]?.day ?? '');
      const before = '<span></span>'.repeat((first.getUTCDay() + 6) % 7);
      return `<div class="month"><p>${monthYear.format(first)}</p><div class="days">${before}${some.map(square).join('')}</div></div>`;
    })
    .join('');
}

const rowOf = (one: MeasuredDay): string =>
  `<tr><th scope="row"><time datetime="${one.day}">${monthDay.format(dateOf(one.day))}</time></th><td>${serverText(one)}</td><td>${someoneText(one)}</td></tr>`;

/**
 * What the last counted day brought. `until`: the time up to which it is counted; undefined when it is over. `isFirst`: whether the
 * counting began in it.
 */
function lastDayText(today: MeasuredDay, until: string | undefined, isFirst: boolean): string {
  if (today.uptime === null) return until ? 'Today is not measured yet.' : 'Yesterday was not measured.';
  const end = until ? ` until ${until}` : '';
  const when = `${until ? 'Today' : 'Yesterday'}${isFirst ? `, since the counting began,${end && `${end},`}` : end}`;
  const server = today.downMs === 0 ? 'without a gap' : `with ${gapText(today.downMs)} without an answer`;
  const people =
    today.availability === null
      ? ''
      : `, and somebody was available ${today.availability >= 1 ? 'all the time' : `${percent(today.availability)} of the time`}`;
  return `${when} our server answered ${server}${people}.`;
}

/** Writes figures, missed times and days into the document of the status. Months before the first measured day are left out. */
export function writeStatus($: CheerioAPI, { asOf, zone, figures, missed, days }: Status): void {
  for (const { id, standing, value, note } of figures) {
    const figure = $(`[data-measured="${id}"]`);
    figure.find('[data-standing]').text(standing);
    if (value !== null) figure.find('[data-value]').text(value);
    figure.find('[data-note]').text(note);
  }
  $('[data-missed]').text(
    missed === 0
      ? 'No request ended before somebody had accepted it.'
      : `${missed} ${missed === 1 ? 'request was' : 'requests were'} not accepted in time.`,
  );
  const today = days.at(-1);
  if (asOf === null || !today) return;
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  const at = plainTime(clock.format(new Date(asOf)));
  // A count that ends at midnight ends with the day before, and is shown for the first hour of the day that begins.
  const day = dayAt(new Date(asOf), zone);
  $('[data-as-of]').text(`Counted up to ${monthDay.format(dateOf(day))}, ${at}. Counted again every full hour.`);
  const first = days.find(({ uptime, availability }) => uptime !== null || availability !== null)?.day;
  $('[data-today]').text(lastDayText(today, day === today.day ? at : undefined, first === today.day));
  if (first === undefined) return;
  const shown = days.filter((one) => one.day.slice(0, 7) >= first.slice(0, 7));
  $('[data-months]').html(monthsOf(shown));
  $('[data-days]').html(shown.toReversed().map(rowOf).join(''));
  const about = $('[data-no-days]');
  if (shown.length < days.length) about.text(`Measured since ${monthDay.format(dateOf(first))}.`);
  else about.attr('hidden', '');
  $('[data-with-days]').removeAttr('hidden');
}
