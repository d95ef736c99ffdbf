/**
 * The measured values of the figures that the site shows. At each full hour one server counts the last 90 days and stores the
 * result; the others read it. Everything that shows a measured figure shows this one count.
 */
import { figures as measuring } from '#brand/figures.ts';
import type { Status } from '#contract/status-endpoints.ts';
import { addDays, dayAt } from '#server/calendar.ts';
import type { Environment } from '#server/environment.ts';
import type { FiguresService } from '#server/figures/service.ts';
import type { Prunable } from '#server/pruning.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { latestPossibleNow, skewMs } from '#server/skew.ts';
import { dayMs, hourMs, isoBefore } from '#server/times.ts';
import { within } from '#server/within.ts';
import { beatEveryMs, createHeartbeat } from './heartbeat.ts';
import { factsForm, type MeasuredFacts, measure } from './measure.ts';
import type { Span } from './spans.ts';
import {
  deleteOldSpans,
  endFutureSpans,
  findHour,
  firstAnswer,
  forgetHours,
  lastHour,
  putSpan,
  spansSince,
  storeHour,
} from './store.ts';
import { statusOf } from './words.ts';

export { ownAddress, probeAddress } from './probe.ts';
export { lastSeen } from './store.ts';
export { shownFigures } from './words.ts';

interface MeasuredOptions extends Pick<Environment, 'storage' | 'now' | 'clockMs'>, Pick<Repeat, 'onError'> {
  readonly figures: Pick<FiguresService, 'times'>;
  /** The zone of the days (IANA). */
  readonly zone: string;
  readonly mintId: () => string;
  readonly show: (status: Status) => void;
}

export type MeasuredService = ReturnType<typeof createMeasured>;

/** How many hours the earlier counts are kept. */
const keptHours = 48;
/** A count for an hour that is further ahead was made by a wrong clock. */
const mostAheadMs = 2 * hourMs;

/** Spans that are older than the window, with some days to spare for time zones and wrong clocks. */
export const prunableUpSpans: Prunable = {
  name: 'spans in which a server answered',
  keptForMs: (measuring.windowDays + 10) * dayMs,
  deleteBefore: deleteOldSpans,
};

const lastFullHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % hourMs));

export function createMeasured({ storage, figures, zone, now, clockMs, mintId, show, onError }: MeasuredOptions) {
  let facts: MeasuredFacts | undefined;
  let shown: MeasuredFacts | undefined;
  let probe: (() => Promise<void>) | undefined;
  /** Whether the server is stopping and no longer waits for its probe. A probe that fails after that is not reported. */
  let isOver = false;

  const heartbeat = createHeartbeat({
    probe: async () => probe?.(),
    write: (span) => putSpan(storage, span),
    prepare: (at) => endFutureSpans(storage, at.toISOString(), latestPossibleNow(at)),
    now,
    clockMs,
    mintId,
  });

  async function count(asOf: Date): Promise<MeasuredFacts> {
    const last = dayAt(new Date(asOf.getTime() - 1), zone);
    const { presenceSince, all, days } = await figures.times(addDays(last, 1 - measuring.windowDays), last, asOf);
    const spans: Span[] = [];
    const since = new Date(days[0]?.fromMs ?? asOf).toISOString();
    for await (const { started_at, seen_at } of spansSince(storage.reads, since))
      spans.push([Date.parse(started_at), Date.parse(seen_at)]);
    return measure({ asOf, days, all, spans, firstAnswer: await firstAnswer(storage.reads), presenceSince });
  }

  function showFacts(): void {
    if (facts === undefined || facts === shown) return;
    show(statusOf(facts, zone));
    shown = facts;
  }

  /**
   * Whether the last full hour must still be counted. A count for a slightly later hour, by a clock that was ahead, is good enough.
   */
  function isDue(hour: Date): boolean {
    const aheadMs = Date.parse(facts?.asOf ?? '0000-01-01T00:00:00.000Z') - hour.getTime();
    return aheadMs < 0 || aheadMs > mostAheadMs;
  }

  /** Counts the last full hour, unless that is done, and shows it. */
  async function refresh(): Promise<void> {
    const at = now();
    const hour = lastFullHour(at);
    // Other servers may write a moment late about this hour.
    const settled = at.getTime() - hour.getTime() >= skewMs || facts === undefined;
    if (isDue(hour) && settled) {
      const asOf = hour.toISOString();
      const kept = async () => {
        const row = await findHour(storage.db, asOf, factsForm);
        return row && (JSON.parse(row.facts) as MeasuredFacts);
      };
      const found = await kept();
      if (!found) {
        const counted = await count(hour);
        await storeHour(storage, { as_of: asOf, form: factsForm, facts: JSON.stringify(counted) });
        await forgetHours(storage, isoBefore(hour, keptHours * hourMs), latestPossibleNow(at));
      }
      // When two servers count at once, all show what the first one stored.
      facts = found ?? (await kept());
    }
    showFacts();
  }

  const onNoBeat = (error: unknown) => {
    if (!isOver) onError(error);
  };

  const beats = createRepeater({ everyMs: beatEveryMs, atOnce: true, work: heartbeat.beat, onError: onNoBeat });
  const counts = createRepeater({ everyMs: beatEveryMs, atOnce: true, work: refresh, onError });

  return {
    status: (): Status => statusOf(facts, zone),

    /** Shows the counts from before the start, so that pages keep their measured values. Reads one row. */
    async load(): Promise<void> {
      const row = await lastHour(storage.db, now().toISOString(), factsForm);
      if (row) facts = JSON.parse(row.facts) as MeasuredFacts;
      showFacts();
    },

    refresh,

    /** Starts to probe the server, and to count at each full hour. */
    start(probeOfServer: () => Promise<void>): void {
      probe = probeOfServer;
      beats.start();
      counts.start();
    },

    /** Probes the server a last time before it stops, so that a restart counts as down only for as long as it takes. */
    async lastBeat(withinMs: number): Promise<void> {
      if (!probe) return;
      const last = beats.stop().then(heartbeat.beat).catch(onNoBeat);
      await within(withinMs, last, () => undefined);
      isOver = true;
    },

    async stop(): Promise<void> {
      await Promise.all([beats.stop(), counts.stop()]);
    },
  };
}
