/**
 * The index of leads: the keys that show whether two leads are of the same people, and the text that a search reads. It is written
 * shortly after a lead is stored, for several leads at once, because that costs more than storing the lead (docs/decisions/0102). A lead
 * without `keyed_at` is not in the index yet. A search first brings the index up to date, and waits for that for at most 250 ms.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { createBurst } from '#server/burst.ts';
import { changed } from '#server/changes/service.ts';
import { machineClocks } from '#server/clock.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { idsOf } from '#server/rows.ts';
import { within } from '#server/within.ts';
import { keysOf } from './keys.ts';
import { writeLeadSearch, writeLeadSearches } from './searchable.ts';
import { findUnindexed, lockUnindexed, markIndexed, mostIds } from './store-indexing.ts';
import { lockLead, putKeys } from './store-work.ts';
import { answersOf } from './stored-json.ts';

export interface LeadIndexOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly forms: Record<LeadKind, LeadForm>;
}

/**
 * The most leads in one transaction, because a new lead waits while it runs. A transaction with half as many would take as long, because
 * most of its time is its commit.
 */
const sliceRows = 10;

/** The pause between two slices while nobody waits for the index, in milliseconds. New leads are stored in the pause. */
const pauseMs = 10;

/**
 * The same pause while leads come in a burst. A slice costs as much as storing ten leads, so with the usual pause a third of the time
 * for which the senders wait would go into the index.
 */
const burstPauseMs = 2000;
const burstOf = { times: 100, withinMs: 1000 };

/**
 * How long the index is written with pauses, in milliseconds, when it does not catch up. After that it is written without them, because
 * leads that come without an end must not keep each other from being found.
 */
const pausesForMs = 60_000;

/** How long a server that stops goes on writing the index, in milliseconds. The next server writes what is left. */
const stopWithinMs = 2000;

/** The longest wait for the index of a person who looks at leads, in milliseconds. It can be that long after an upgrade or in a burst. */
const lookWithinMs = 250;

/** Brings the index of leads up to date. */
export type LeadIndex = Pick<ReturnType<typeof createLeadIndex>, 'update' | 'updateForLook'>;

interface LeadIndexPace {
  /** Whether leads come in a burst. */
  readonly arrivals?: Pick<ReturnType<typeof createBurst>, 'isOn'>;
  /** The milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export function createLeadIndex(
  { storage, forms, now }: LeadIndexOptions,
  { arrivals, clockMs }: LeadIndexPace = machineClocks,
) {
  type Form = Awaited<ReturnType<typeof lockUnindexed>>[number];

  async function writeKeys(trx: Trx, rows: readonly Form[]): Promise<void> {
    const keys = rows.map((row) => ({ id: row.id, keys: keysOf(forms[row.kind], answersOf(row)) }));
    await putKeys(trx, keys);
    await markIndexed(trx, { ids: idsOf(rows), at: now().toISOString() });
    // A console that read at once may show them without what the index tells. It reads the whole topic, so one row tells of all.
    const [first] = rows;
    if (first) await changed(trx, 'leads', first.id);
  }

  /** Indexes these leads, except those that another server has indexed or that are joined to another. Resolves to the ids of the joined ones. */
  const indexSlice = (ids: readonly string[]): Promise<readonly string[]> =>
    storage.transaction(async (trx) => {
      await dialectOf(trx).leaveToDisk(trx);
      const rows = await lockUnindexed(trx, ids);
      const alone = rows.filter(({ joined_into_id }) => joined_into_id === null);
      await writeKeys(trx, alone);
      await writeLeadSearches(trx, idsOf(alone));
      return rows.flatMap(({ id, joined_into_id }) => (joined_into_id === null ? [] : [id]));
    });

  /** Indexes a form that is joined to a lead, and writes the lead's search text anew, so that the form's words find the lead. */
  const indexJoined = (id: string): Promise<void> =>
    storage.transaction(async (trx) => {
      await dialectOf(trx).leaveToDisk(trx);
      const [form] = await lockUnindexed(trx, [id]);
      if (!form) return;
      const shown = await lockLead(trx, id);
      await writeKeys(trx, [form]);
      for (const one of new Set([id, shown?.id ?? id])) await writeLeadSearch(trx, one);
    });

  /** How many callers wait for the index. */
  let waiting = 0;
  /** The time of `clockMs` from which nothing is written unless somebody waits for it. */
  let endsAtMs = Number.POSITIVE_INFINITY;
  let endPause = () => {};

  /** Lets other work run: for one turn of the event loop, or for a pause when nobody waits and the run has not taken long. */
  async function makeWay(beganMs: number): Promise<void> {
    const mayPause = waiting === 0 && endsAtMs === Number.POSITIVE_INFINITY && clockMs() - beganMs < pausesForMs;
    if (!mayPause) return letOthersRun();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, arrivals?.isOn ? burstPauseMs : pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const isOver = () => waiting === 0 && clockMs() >= endsAtMs;

  async function indexWaiting(): Promise<void> {
    const beganMs = clockMs();
    for (;;) {
      const ids = await findUnindexed(storage.db);
      for (let first = 0; first < ids.length; first += sliceRows) {
        if (first > 0) await makeWay(beganMs);
        if (isOver()) return;
        for (const id of await indexSlice(ids.slice(first, first + sliceRows))) await indexJoined(id);
      }
      if (ids.length < mostIds) return;
      await makeWay(beganMs);
    }
  }

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** A caller that comes during a run gets the next run, which sees everything that was stored before the call. */
  function updateInPauses(): Promise<void> {
    if (running) {
      next ??= running.then(updateInPauses, updateInPauses);
      return next;
    }
    next = undefined;
    running = indexWaiting().finally(() => {
      running = undefined;
    });
    return running;
  }

  function update(): Promise<void> {
    waiting += 1;
    endPause();
    return updateInPauses().finally(() => {
      waiting -= 1;
    });
  }

  return {
    /** Resolves when every lead that was stored before can be found. */
    update,
    /** Updates like `update`, with pauses that end as soon as somebody waits. */
    updateInPauses,
    /** Ends the pauses. After two seconds the rest of the index stays unwritten, unless somebody waits for it. */
    endSoon() {
      endsAtMs = clockMs() + stopWithinMs;
      endPause();
    },
    /** Like `update`, for a person who looks at leads. It never fails and takes at most 250 ms, because a full or locked database can still be read. */
    async updateForLook() {
      // The error is dropped here. The background gets the same one and reports it.
      const updated = update().catch(() => {});
      await within(lookWithinMs, updated, () => {});
    },
  };
}

type LeadIndexingOptions = LeadIndexOptions & Pick<LeadIndexPace, 'clockMs'> & Pick<Repeat, 'onError'>;

/** How often leads are indexed that a server left unindexed, because it stopped or had an earlier version. In milliseconds. */
const everyMs = 60_000;

/** How long leads are collected before they are indexed, in milliseconds. Together they cost less than one by one. */
const collectForMs = 100;

export type LeadIndexing = ReturnType<typeof createLeadIndexing>;

/** Keeps the index of leads up to date in the background. */
export function createLeadIndexing({ onError, clockMs, ...options }: LeadIndexingOptions) {
  const arrivals = createBurst({ ...burstOf, clockMs });
  const { update, updateForLook, updateInPauses, endSoon } = createLeadIndex(options, { arrivals, clockMs });
  const repeater = createRepeater({ everyMs, atOnce: true, work: updateInPauses, onError });
  let collecting: NodeJS.Timeout | undefined;
  return {
    update,
    updateForLook,
    /** Call it after a lead was stored. */
    wake() {
      arrivals.happened();
      collecting ??= setTimeout(() => {
        collecting = undefined;
        repeater.wake();
      }, collectForMs).unref();
    },
    start: repeater.start,
    async stop() {
      clearTimeout(collecting);
      collecting = undefined;
      endSoon();
      await repeater.stop();
    },
  };
}
