/**
 * The index of leads: the keys that show whether two are of the same people, and the text that a search reads. It is written shortly
 * after a lead, for several leads at once, because it costs more than the lead itself (docs/decisions/0102). A lead without `keyed_at`
 * is not in the index yet. A search first waits until the index is up to date.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { type Burst, createBurst } from '#server/burst.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { createRepeater } from '#server/repeat.ts';
import { idsOf } from '#server/rows.ts';
import { keysOf } from './keys.ts';
import { writeLeadSearch, writeLeadSearches } from './searchable.ts';
import { findUnindexed, lockUnindexed, markIndexed, mostIds } from './store-indexing.ts';
import { lockLead, putKeys } from './store-work.ts';

export interface LeadIndexOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly now: () => Date;
}

/**
 * The most leads in one transaction, so that a new lead waits for no more than these. With half as many the transaction would take as
 * long, because most of its time is its commit.
 */
const sliceRows = 10;

/** The pause between two slices that nobody waits for, in milliseconds. A lead that comes in the pause is stored first. */
const pauseMs = 10;

/**
 * The same while leads come in a burst. A slice costs as much as ten leads, so at the usual pace the index would take a third of the
 * time for which the senders wait.
 */
const burstPauseMs = 2000;
const burstOf = { times: 100, withinMs: 1000 };

/** How long a server that stops goes on writing the index, in milliseconds. The next server writes what is left. */
const stopWithinMs = 2000;

/** The longest that a person who looks at leads waits for the index, in milliseconds: after an upgrade or a burst, or while nobody can write. */
const lookWithinMs = 250;

/** Brings the index of leads up to date. */
export interface LeadIndex {
  /** Resolves when every lead that was stored before can be found. */
  update(): Promise<void>;
  /** The same for a person who looks at leads: it never fails and takes 250 ms at most, because a full or locked database can still be read. */
  updateForLook(): Promise<void>;
}

/** The same for the background, which writes at its own pace. */
interface PacedLeadIndex extends LeadIndex {
  /** The same as `update`, with pauses that end as soon as somebody waits. */
  updateInPauses(): Promise<void>;
  /** From now on there are no pauses, and after two seconds the rest is left unwritten, unless somebody waits for it. */
  endSoon(): void;
}

/** What decides the pace of writing. */
export interface LeadIndexPace {
  /** Of leads. */
  readonly arrivals?: Pick<Burst, 'isOn'>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export function createLeadIndex(
  { storage, forms, now }: LeadIndexOptions,
  { arrivals, clockMs }: LeadIndexPace = { clockMs: () => performance.now() },
): PacedLeadIndex {
  type Form = Awaited<ReturnType<typeof lockUnindexed>>[number];

  async function writeKeys(trx: Transaction<Tables>, rows: readonly Form[]): Promise<void> {
    const keys = rows.map(({ id, kind, answers }) => ({
      id,
      keys: keysOf(forms[kind], JSON.parse(answers) as Answers),
    }));
    await putKeys(trx, storage, keys);
    await markIndexed(trx, storage, { ids: idsOf(rows), at: now().toISOString() });
  }

  /** Writes these leads, unless another server has written them meanwhile. Returns those that are joined to another one. */
  const indexSlice = (ids: readonly string[]): Promise<readonly string[]> =>
    storage.transaction(async (trx) => {
      const rows = await lockUnindexed(trx, storage, ids);
      const alone = rows.filter(({ joined_into_id }) => joined_into_id === null);
      await writeKeys(trx, alone);
      await writeLeadSearches(trx, idsOf(alone));
      return rows.flatMap(({ id, joined_into_id }) => (joined_into_id === null ? [] : [id]));
    });

  /** Indexes a form that was joined to a lead before it was in the index. The lead is then found by it as well. */
  const indexJoined = (id: string): Promise<void> =>
    storage.transaction(async (trx) => {
      const [form] = await lockUnindexed(trx, storage, [id]);
      if (!form) return;
      const shown = await lockLead(trx, storage, id);
      await writeKeys(trx, [form]);
      for (const one of new Set([id, shown?.id ?? id])) await writeLeadSearch(trx, one);
    });

  /** How many callers wait for the index. */
  let waiting = 0;
  /** From when on what nobody waits for stays unwritten. */
  let endsAtMs = Number.POSITIVE_INFINITY;
  let endPause = () => {};

  /** Lets other work run: for one turn of the event loop, or for a pause when nobody waits. */
  async function makeWay(): Promise<void> {
    if (waiting > 0 || endsAtMs < Number.POSITIVE_INFINITY) return letOthersRun();
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
    for (;;) {
      const ids = await findUnindexed(storage.db);
      for (let first = 0; first < ids.length; first += sliceRows) {
        if (first > 0) await makeWay();
        if (isOver()) return;
        for (const id of await indexSlice(ids.slice(first, first + sliceRows))) await indexJoined(id);
      }
      if (ids.length < mostIds) return;
      await makeWay();
    }
  }

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** A caller that comes while it is being written gets one more run, which sees everything that was stored before the call. */
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
    update,
    updateInPauses,
    endSoon() {
      endsAtMs = clockMs() + stopWithinMs;
      endPause();
    },
    async updateForLook() {
      let timer: NodeJS.Timeout | undefined;
      const longEnough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lookWithinMs);
      });
      // The background meets the same error, and reports it.
      const updated = update().catch(() => {});
      await Promise.race([updated, longEnough]);
      clearTimeout(timer);
    },
  };
}

export interface LeadIndexingOptions extends LeadIndexOptions, Pick<LeadIndexPace, 'clockMs'> {
  readonly onError: (error: unknown) => void;
}

/** How often leads are indexed that a server left, because it died or had an earlier version. In milliseconds. */
const everyMs = 60_000;

/** How long leads are collected, in milliseconds: together they cost less than one by one. */
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
    /** A lead was stored. */
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
