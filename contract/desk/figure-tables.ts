/** The tables of the figures: the same columns on the screen, in the terminal and as CSV. Pure. */
import { plainTime } from '../plain-time.ts';
import { products } from './board.ts';
import { countText, dayText, decimalText, durationText, hourText, nothing, shareText } from './figure-words.ts';
import { endings, type FigureTable } from './figures.ts';
import type { Figures, LeadSource, Totals } from './figures-endpoints.ts';
import { formNames } from './lead-words.ts';
import { leadStatuses } from './leads.ts';

/**
 * What a column holds, which decides how it is written. CSV has plain values: a `time` in seconds, a `share` as a fraction of 1, a
 * `day` and a `moment` as ISO-8601.
 */
type ColumnKind = 'text' | 'count' | 'decimal' | 'time' | 'share' | 'day' | 'moment';
type Value = string | number | null;

export interface FigureColumn {
  /** The column's name in CSV. */
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
}

interface FigureRow {
  /** What tells it from the other rows of its table; the id of the request in `missed`. */
  readonly key: string;
  readonly values: readonly Value[];
}

interface FigureRows {
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
}

const hourMs = 60 * 60_000;

const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

/** A value as people read it. A moment is written in the figures' zone, with the zone's name. */
export function valueText(kind: ColumnKind, value: Value, zone: string): string {
  if (value === null) return nothing;
  if (typeof value === 'string')
    return kind === 'day' ? dayText(value) : kind === 'moment' ? momentText(value, zone) : value;
  if (kind === 'time') return durationText(value);
  if (kind === 'share') return shareText(value, 1);
  return kind === 'decimal' ? decimalText(value) : countText(value);
}

/** `Sun, Nov 1, 2:30 am ET`; `Sun, Nov 1, 1:30 am EDT` in an hour that comes twice because the clocks are put back. */
function momentText(at: string, timeZone: string): string {
  const textAt = (ms: number, timeZoneName: 'short' | 'shortGeneric') =>
    new Date(ms).toLocaleString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName,
      timeZone,
    });
  const ms = Date.parse(at);
  const text = textAt(ms, 'shortGeneric');
  const isTwice = [ms - hourMs, ms + hourMs].some((other) => textAt(other, 'shortGeneric') === text);
  return plainTime(isTwice ? textAt(ms, 'short') : text);
}

/** A value as CSV has it; an unknown value is empty. */
function csvValue(kind: ColumnKind, value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'time') return (value / 1000).toFixed(1);
  return kind === 'share' || kind === 'decimal' ? value.toFixed(4) : String(value);
}

/** A column, and how it is read from what its row is about. */
interface Cell<Of> extends FigureColumn {
  readonly read: (of: Of) => Value;
}

const cell = <Of>(name: string, label: string, kind: ColumnKind, read: (of: Of) => Value): Cell<Of> => ({
  name,
  label,
  kind,
  read,
});

const totalCells: readonly Cell<Totals>[] = [
  cell('requests', 'Requests', 'count', ({ requests }) => requests),
  cell('accept_median_s', 'To accept, median', 'time', ({ accept }) => accept.medianMs),
  cell('accept_nine_of_ten_s', '9 of 10 within', 'time', ({ accept }) => accept.nineOfTenMs),
  cell('connect_median_s', 'Accepted to connected, median', 'time', ({ connect }) => connect.medianMs),
  cell('connect_nine_of_ten_s', '9 of 10 within', 'time', ({ connect }) => connect.nineOfTenMs),
  cell('wait_median_s', 'Press to connected, median', 'time', ({ wait }) => wait.medianMs),
  cell('wait_nine_of_ten_s', '9 of 10 within', 'time', ({ wait }) => wait.nineOfTenMs),
  cell('missed', 'Missed', 'count', ({ missed }) => missed),
  cell('contracted', 'Deals contracted', 'count', ({ contracted }) => contracted),
  cell('contracted_share', 'Contracted', 'share', ({ contracted, decided }) => share(contracted, decided)),
  cell('products_a_deal', 'Products a deal', 'decimal', ({ products: sold, contracted }) => share(sold, contracted)),
  cell('minutes', 'Minutes', 'count', ({ minutes }) => minutes),
  cell('not_billed', 'Not billed', 'count', ({ notBilled }) => notBilled),
  cell('not_billed_minutes', 'Minutes not billed', 'count', ({ notBilledMinutes }) => notBilledMinutes),
  cell('tests', 'Tests', 'count', ({ tests }) => tests),
  cell('calls', 'Logged calls', 'count', ({ calls }) => calls),
  cell('call_minutes', 'Minutes of calls', 'count', ({ callMinutes }) => callMinutes),
];

/** The columns of totals that fit on a screen. */
const shortNames = [
  'requests',
  'accept_median_s',
  'wait_median_s',
  'missed',
  'contracted_share',
  'products_a_deal',
  'minutes',
];
export const isShort = ({ name }: FigureColumn, at: number): boolean => at === 0 || shortNames.includes(name);

const rowsOf = <Of>(cells: readonly Cell<Of>[], all: readonly Of[], keyOf: (of: Of) => string): FigureRows => ({
  columns: cells,
  rows: all.map((one) => ({ key: keyOf(one), values: cells.map(({ read }) => read(one)) })),
});

/** Puts columns before those of totals. */
const withTotals = <Of extends { readonly totals: Totals }>(cells: readonly Cell<Of>[]): readonly Cell<Of>[] => [
  ...cells,
  ...totalCells.map((one): Cell<Of> => ({ ...one, read: ({ totals }) => one.read(totals) })),
];

const named: Cell<{ readonly name: string }> = cell('name', 'Name', 'text', ({ name }) => name);

/** Each table, by its name. */
export const figureTablesOf: Readonly<Record<FigureTable, (figures: Figures) => FigureRows>> = {
  time: ({ time, step }) =>
    rowsOf(
      withTotals<Figures['time'][number]>([
        cell('from', step === 'day' ? 'Day' : 'From', 'day', ({ from }) => from),
        ...(step === 'day' ? [] : [cell<Figures['time'][number]>('to', 'To', 'day', ({ to }) => to)]),
      ]),
      time,
      ({ from }) => from,
    ),
  hours: ({ hours }) =>
    rowsOf<Figures['hours'][number]>(
      [
        cell('hour', 'Hour', 'text', ({ hour }) => hourText(hour)),
        cell('requests', 'Requests', 'count', ({ requests }) => requests),
        cell('missed', 'Missed', 'count', ({ missed }) => missed),
        cell('nobody_there', 'Nobody there', 'count', ({ nobodyThere }) => nobodyThere),
        cell('people', 'People available, average', 'decimal', ({ people }) => people),
      ],
      hours,
      ({ hour }) => String(hour),
    ),
  endings: ({ endings: all, totals }) =>
    rowsOf<Figures['endings'][number]>(
      [
        cell('ending', 'Ending', 'text', ({ ending }) => endings[ending]),
        cell('requests', 'Requests', 'count', ({ requests }) => requests),
        cell('share', 'Share', 'share', ({ requests }) => share(requests, totals.requests)),
      ],
      all,
      ({ ending }) => ending,
    ),
  products: ({ products: all, totals }) =>
    rowsOf<Figures['products'][number]>(
      [
        cell('product', 'Product', 'text', ({ product }) => products[product]),
        cell('deals', 'Deals', 'count', ({ deals }) => deals),
        cell('share', 'Of contracted', 'share', ({ deals }) => share(deals, totals.contracted)),
      ],
      all,
      ({ product }) => product,
    ),
  people: ({ people }) => rowsOf(withTotals<Figures['people'][number]>([named]), people, ({ id }) => id),
  dealerships: ({ dealerships }) =>
    rowsOf(withTotals<Figures['dealerships'][number]>([named]), dealerships, ({ id }) => id),
  missed: ({ missed }) =>
    rowsOf<Figures['missed'][number]>(
      [
        cell('asked_at', 'Asked', 'moment', ({ askedAt }) => askedAt),
        cell('dealership', 'Dealership', 'text', ({ dealership }) => dealership),
        cell('people', 'People available', 'count', ({ people }) => people),
      ],
      missed,
      ({ id }) => id,
    ),
  fallen: ({ fallen }) =>
    rowsOf<Figures['fallen']['dealerships'][number]>(
      [
        named,
        cell('requests', 'Requests', 'count', ({ requests }) => requests),
        cell('usual', 'Usual in a week', 'decimal', ({ usual }) => usual),
      ],
      fallen.dealerships,
      ({ id }) => id,
    ),
  leads: ({ leads }) =>
    rowsOf<LeadSource>(
      [
        cell('form', 'Form', 'text', ({ form }) => formNames[form]),
        cell('representative', 'Representative', 'text', ({ representative }) => representative),
        cell('leads', 'Leads', 'count', (source) => source.leads),
        ...Object.entries(leadStatuses).map(
          ([status, label]): Cell<LeadSource> => cell(status, label, 'count', ({ statuses }) => statuses[status] ?? 0),
        ),
        cell('first_contact_median_s', 'To first contact, median', 'time', ({ firstContact }) => firstContact.medianMs),
        cell('first_contact_nine_of_ten_s', '9 of 10 within', 'time', ({ firstContact }) => firstContact.nineOfTenMs),
      ],
      leads.sources,
      ({ form, representative }) => `${form} ${representative ?? ''}`,
    ),
};

/** A table for CSV: the names of its columns, and the values of each row. */
export function csvOf(figures: Figures, name: FigureTable): { names: string[]; lines: string[][] } {
  const { columns, rows } = figureTablesOf[name](figures);
  return {
    names: columns.map((one) => one.name),
    lines: rows.map(({ values }) => columns.map(({ kind }, at) => csvValue(kind, values[at] ?? null))),
  };
}
