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
  /** There are no pauses any more. */
  hurry(): void;
}

export function createLeadIndex({ storage, forms, now }: LeadIndexOptions): PacedLeadIndex {
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
  let endPause = () => {};

  /** Lets others run, for a while when nobody waits. */
  async function makeWay(): Promise<void> {
    if (waiting > 0) return letOthersRun();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function hurry(): void {
    waiting += 1;
    endPause();
  }

  async function indexWaiting(): Promise<void> {
    for (;;) {
      const ids = await findUnindexed(storage.db);
      for (let first = 0; first < ids.length; first += sliceRows) {
        if (first > 0) await makeWay();
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
    hurry();
    return updateInPauses().finally(() => {
      waiting -= 1;
    });
  }

  return {
    update,
    updateInPauses,
    hurry,
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

export interface LeadIndexingOptions extends LeadIndexOptions {
  readonly onError: (error: unknown) => void;
}

/** Finds what a server that died, or one of an earlier version, left. */
const everyMs = 60_000;

/** How long leads are collected, in milliseconds: together they cost less than one by one. */
const collectForMs = 100;

export type LeadIndexing = ReturnType<typeof createLeadIndexing>;

/** Keeps the index of leads up to date in the background. */
export function createLeadIndexing({ onError, ...options }: LeadIndexingOptions) {
  const { update, updateForLook, updateInPauses, hurry } = createLeadIndex(options);
  const repeater = createRepeater({ everyMs, atOnce: true, work: updateInPauses, onError });
  let collecting: NodeJS.Timeout | undefined;
  return {
    update,
    updateForLook,
    /** A lead was stored. */
    wake() {
      collecting ??= setTimeout(() => {
        collecting = undefined;
        repeater.wake();
      }, collectForMs).unref();
    },
    start: repeater.start,
    async stop() {
      clearTimeout(collecting);
      collecting = undefined;
      hurry();
      await repeater.stop();
    },
  };
}
