/** Words for measured figures: a value never better than measured with its number of cases, or why it is a target. Pure. */
import { claims } from '#brand/claims.ts';
import { figures as measuring } from '#brand/figures.ts';
import { lync } from '#brand/lync.ts';
import { countOf, countText } from '#contract/desk/figure-words.ts';
import type { MeasuredName, ShownFigures, ShownName } from '#contract/status.ts';
import { measuredNames } from '#contract/status.ts';
import type { MeasuredFigure, Status } from '#contract/status-endpoints.ts';
import { dayMs } from '#server/times.ts';
import type { DayMeasured, MeasuredFacts, Share } from './measure.ts';

const { windowDays, figures: definitions, targets } = measuring;

interface Shown {
  readonly value: string;
  readonly spoken: string;
}

/** A time in the unit that keeps it short, rounded up: `8.4 s`, `72 s`, `7 min`, `3 h`. */
export function timeText(ms: number): Shown {
  const seconds = ms / 1000;
  if (ms <= 9900) {
    const tenths = (Math.ceil(ms / 100) / 10).toFixed(1);
    return { value: `${tenths} s`, spoken: `${tenths} seconds` };
  }
  if (seconds <= 99) return { value: `${Math.ceil(seconds)} s`, spoken: `${Math.ceil(seconds)} seconds` };
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 99) return { value: `${minutes} min`, spoken: `${minutes} minutes` };
  const hours = Math.ceil(seconds / 3600);
  return { value: `${hours} h`, spoken: `${hours} hours` };
}

/** A share of time as a percentage, rounded down. Only the whole time is 100 %. */
export function shareText({ knownMs, metMs }: Share, decimals: number): Shown {
  const scale = 10 ** decimals;
  const parts = Math.floor((metMs * 100 * scale) / knownMs);
  const value = metMs >= knownMs ? '100%' : `${(parts / scale).toFixed(decimals)}%`;
  return { value, spoken: value };
}

const spokenTarget = (name: ShownName): string => {
  const claim: { readonly value: string; readonly spoken?: string } = claims[name];
  return claim.spoken ?? claim.value;
};

const targetOf: Readonly<Record<MeasuredName, string | null>> = {
  setup: spokenTarget('setup'),
  accept: null,
  availability: spokenTarget('availability'),
  uptime: spokenTarget('uptime'),
};

interface Found extends Shown {
  readonly exact: number;
  /** What the value was made from. */
  readonly of: string;
}

function figureOf(
  id: MeasuredName,
  of: 'requests' | 'days',
  { count, found, noneYet }: { readonly count: number; readonly found: () => Found; readonly noneYet: string },
): MeasuredFigure {
  const { name, least } = definitions[id];
  const about = { id, name, target: targetOf[id], cases: { count, least, of } };
  if (count >= least) {
    const { value, spoken, exact, of: madeOf } = found();
    return { ...about, standing: 'measured', value, spoken, exact, note: `${madeOf}, last ${windowDays} days` };
  }
  const soFar = count === 0 ? noneYet : `${countOf(count, of.slice(0, -1))} so far`;
  const note = `${soFar}. It is shown as measured from ${countText(least)} ${of} on.`;
  return { ...about, standing: 'target', value: null, spoken: null, exact: null, note };
}

function timeFigure(id: 'setup' | 'accept', { count, medianMs }: MeasuredFacts['accept']): MeasuredFigure {
  return figureOf(id, 'requests', {
    count,
    noneYet: 'No request yet',
    found: () => ({ ...timeText(medianMs ?? 0), exact: medianMs ?? 0, of: `Median of ${countOf(count, 'request')}` }),
  });
}

function shareFigure(id: 'availability' | 'uptime', share: Share, decimals: number): MeasuredFigure {
  const count = Math.floor(share.knownMs / dayMs);
  return figureOf(id, 'days', {
    count,
    noneYet: 'Less than a day so far',
    found: () => ({
      ...shareText(share, decimals),
      exact: share.metMs / share.knownMs,
      of: `${countOf(count, 'day')} measured`,
    }),
  });
}

const exactShare = ({ knownMs, metMs }: Share): number | null => (knownMs === 0 ? null : metMs / knownMs);

/** A day as the public status shows it. The number of requests on a day is left out, because only the desk may know it. */
const dayOf = ({ day, uptime, availability }: DayMeasured): Status['days'][number] => ({
  day,
  uptime: exactShare(uptime),
  downMs: uptime.knownMs - uptime.metMs,
  availability: exactShare(availability),
});

const noSpread = { count: 0, medianMs: null, nineOfTenMs: null };
const nothing: Share = { knownMs: 0, metMs: 0 };

/** The figures that are not measured at all. */
const neverMeasured: Status['targets'] = [
  { ...targets.profit, target: claims.profit.value },
  {
    ...targets.lync,
    target: Object.values(lync)
      .map(({ before, value, label }) => `${before} ${value} ${label}`.trim())
      .join(', '),
  },
];

/**
 * Makes the public status.
 *
 * @param facts undefined before the first count
 */
export function statusOf(facts: MeasuredFacts | undefined, zone: string): Status {
  const figures: Record<MeasuredName, MeasuredFigure> = {
    setup: timeFigure('setup', facts?.connect ?? noSpread),
    accept: timeFigure('accept', facts?.accept ?? noSpread),
    availability: shareFigure('availability', facts?.availability ?? nothing, 1),
    uptime: shareFigure('uptime', facts?.uptime ?? nothing, 2),
  };
  return {
    asOf: facts?.asOf ?? null,
    zone,
    windowDays,
    figures: measuredNames.map((name) => figures[name]),
    targets: neverMeasured,
    missed: facts?.missed ?? 0,
    days: (facts?.days ?? []).map(dayOf),
  };
}

/** The measured values that replace targets on the pages. */
export function shownFigures({ figures }: Pick<Status, 'figures'>): ShownFigures {
  const shown: Partial<Record<ShownName, ShownFigures[ShownName]>> = {};
  for (const { id, value, spoken, note, target } of figures) {
    if (id === 'accept' || value === null || spoken === null) continue;
    shown[id] = { value, spoken, note: `${note}. Target: ${target}.` };
  }
  return shown as ShownFigures;
}
