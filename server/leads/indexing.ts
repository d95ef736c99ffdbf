/**
 * What leads are found by: the keys that tell whether two are of the same people, and the text that a search reads. It is written right
 * after a lead and not with it, for several leads at once, because it costs more than the lead (docs/decisions/0102). A lead that has
 * no `keyed_at` waits for it; whoever searches waits too.
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
 * Leads in one transaction. Nobody's lead waits longer than for these. Half as many take no less time, because most of it is the
 * transaction's.
 */
const sliceRows = 10;

/** Between two slices that nobody waits for, in milliseconds. Whoever sends a lead meanwhile goes first. */
const pauseMs = 10;

/**
 * The same while leads come in a burst. A slice costs as much as ten leads, so at the usual pace a third of the time that
 * those who send them wait would be for what nobody looks at.
 */
const burstPauseMs = 2000;
const burstOf = { times: 100, withinMs: 1000 };

/** How long a server that stops still writes, in milliseconds. After a burst more may wait; the next server finds it. */
const stopWithinMs = 2000;

/** How long somebody who looks waits, in milliseconds. It takes that long after an upgrade or a burst, or while nobody can write. */
const lookWithinMs = 250;

/** Brings the index of leads up to date. */
export interface LeadIndex {
  /** Resolves when every lead that was stored before can be found. */
  update(): Promise<void>;
  /** The same for somebody who looks: it never fails and takes 250 ms at most, because a database that is full or locked can still be read. */
  updateForLook(): Promise<void>;
}

/** The same for who writes it in the background. */
interface PacedLeadIndex extends LeadIndex {
  /** The same as `update` with pauses, which end as soon as somebody waits. */
  updateInPauses(): Promise<void>;
  /** There are no pauses any more, and what is not written in two seconds is left. Whoever waits for all still gets all. */
  endSoon(): void;
}

/** What the pace of writing goes by. */
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
    await markIndexed(trx, storage, { ids: rows.map(({ id }) => id), at: now().toISOString() });
  }

  /** Writes these leads, unless another server has written them meanwhile. Returns those that are joined to another one. */
  const indexSlice = (ids: readonly string[]): Promise<readonly string[]> =>
    storage.transaction(async (trx) => {
      const rows = await lockUnindexed(trx, storage, ids);
      const alone = rows.filter(({ joined_into_id }) => joined_into_id === null);
      await writeKeys(trx, alone);
      await writeLeadSearches(
        trx,
        alone.map(({ id }) => id),
      );
      return rows.flatMap(({ id, joined_into_id }) => (joined_into_id === null ? [] : [id]));
    });

  /** A form that was joined to a lead before it was found by anything: the lead is found by it, too. */
  const indexJoined = (id: string): Promise<void> =>
    storage.transaction(async (trx) => {
      const [form] = await lockUnindexed(trx, storage, [id]);
      if (!form) return;
      const shown = await lockLead(trx, storage, id);
      await writeKeys(trx, [form]);
      for (const one of new Set([id, shown?.id ?? id])) await writeLeadSearch(trx, one);
    });

  /** How many wait for what is being written. */
  let waiting = 0;
  /** When what nobody waits for is left. */
  let endsAtMs = Number.POSITIVE_INFINITY;
  let endPause = () => {};

  /** Lets others run, for a while when nobody waits. */
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

  /** Whoever asks while it is being written waits for one more look, which sees everything that was stored before they asked. */
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
      // What fails here fails in the background as well, and is reported there.
      const updated = update().catch(() => {});
      await Promise.race([updated, longEnough]);
      clearTimeout(timer);
    },
  };
}

export interface LeadIndexingOptions extends LeadIndexOptions, Pick<LeadIndexPace, 'clockMs'> {
  readonly onError: (error: unknown) => void;
}

/** Finds what a server that died, or one of an earlier version, left. */
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
