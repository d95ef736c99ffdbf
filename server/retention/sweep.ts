/**
 * The nightly sweep: one server deletes or blanks expired records, in short slices. It trusts neither the clock nor itself blindly
 * (`doubt.ts`): the first sweep of an installation, and one that would take far more than was foreseen, only report.
 */
import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises';
import { recordsIn } from '#contract/desk/records.ts';
import { type KeptFor, type RecordClassId, timeBefore } from '#contract/record-classes.ts';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { dayAt } from '#server/calendar.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import type { Position } from '#server/paging.ts';
import { type ChainKind, endingKey, type KindFacts, type RecordKind } from '#server/record-kind.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { idsOf } from '#server/rows.ts';
import { hourMs, isoAfter, minuteMs } from '#server/times.ts';
import { doubtOf, foreseenForMs, isClockDoubted } from './doubt.ts';
import {
  type Counts,
  claimStaleSweep,
  confirmSweep,
  dropDoubtsAfter,
  findNight,
  insertSweep,
  lastEnded,
  newestSweeps,
  type Sweep,
  type SweepPatch,
  writeSweep,
} from './store.ts';

interface SweepOptions extends Pick<Environment, 'storage' | 'now' | 'clockMs'>, Pick<Repeat, 'onError'> {
  readonly audit: AuditLog;
  /** The kinds of records, in the order of the sweep. */
  readonly kinds: readonly (RecordKind | ChainKind)[];
  readonly times: Readonly<Record<RecordClassId, KeptFor>>;
  /** The time zone of the nights (IANA). */
  readonly timeZone: string;
  /** Runs after each sweep, so that no file keeps erased data. */
  readonly afterSweep: () => Promise<unknown>;
}

const sweepTimes = {
  /** A sweep begins at this hour of the night or later. */
  fromHour: 3,
  pollEveryMs: 10 * minuteMs,
  /** A server that is silent for this long counts as gone, and another one continues its sweep. */
  leaseMs: 5 * minuteMs,
} as const;

/**
 * The limits of one transaction, because other writers wait for it: this many records, and as many as fit into `sliceMs`. Removing
 * a single text from SQLite's full-text index may take milliseconds.
 */
const mostRows = 20;
const sliceMs = 10;
const countRows = 1000;
/** Counting stops here; larger numbers are of no use to anybody. */
export const mostCounted = 100_000;
/** Two servers mean the same night although their clocks differ by this much. */
const sameNightMs = hourMs;

/** The last finished sweep by a time; undefined when there was none. */
export const lastSweepAt = (db: Reader, at: Date) => lastEnded(db, isoAfter(at, sameNightMs));

/** Whether records whose time was over by then may be deleted: not while the sweeps doubt the clock. */
export const believesClock = async (db: Reader, at: Date): Promise<boolean> =>
  !isClockDoubted(at, await lastSweepAt(db, at));

/** Another server has taken the sweep over. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

const isChain = (kind: RecordKind | ChainKind): kind is ChainKind => 'countBefore' in kind;

type SweepOutcome = 'not-due' | 'reported' | 'swept';

export function createSweeps({
  storage,
  audit,
  kinds,
  times,
  timeZone,
  now,
  clockMs,
  afterSweep,
  onError,
}: SweepOptions) {
  const timeOf = ({ keptFor, class: id }: KindFacts): KeptFor => keptFor ?? times[id];
  const nightAt = (at: Date) => dayAt(new Date(at.getTime() - sweepTimes.fromHour * hourMs), timeZone);

  async function countOne(db: Reader, kind: RecordKind | ChainKind, at: Date, most: number): Promise<number> {
    const before = timeBefore(timeOf(kind), at).toISOString();
    if (isChain(kind)) return kind.countBefore(db, before, most);
    let count = 0;
    for (let after: Position | undefined; count < most; ) {
      const positions = await kind.due(db, before, Math.min(countRows, most - count), after);
      count += positions.length;
      after = positions.at(-1);
      if (positions.length < countRows) break;
      await letOthersRun();
    }
    return count;
  }

  /** The numbers of expired records by kind. Records that are kept by a hold on another record are counted too. */
  async function countDue(at: Date, most = mostCounted): Promise<Counts> {
    const counts: Record<string, number> = {};
    for (const kind of kinds) counts[kind.name] = await countOne(storage.reads, kind, at, most);
    return counts;
  }

  const leaseUntil = () => dialectOf(storage.db).commonTime(isoAfter(now(), sweepTimes.leaseMs), sweepTimes.leaseMs);

  /** Begins this night's sweep, or takes over one whose server is gone. Undefined when this server has nothing to do. */
  async function claim(token: string): Promise<Sweep | undefined> {
    const at = now();
    const night = nightAt(at);
    const known = await findNight(storage.db, night);
    if (known?.ended_at) return undefined;
    return storage.transaction(async (trx) => {
      const lease = { leaseUntil: leaseUntil(), token };
      if (known) {
        const isOurs = await claimStaleSweep(trx, known.id, { at: at.toISOString(), ...lease });
        return isOurs ? findNight(trx, night) : undefined;
      }
      const row = { id: mintId(), night, started_at: at.toISOString(), lease_until: lease.leaseUntil };
      const isOurs = await insertSweep(trx, { ...row, lease_token: token });
      return isOurs ? findNight(trx, night) : undefined;
    });
  }

  /** Writes the progress of a sweep and renews its lease. @throws LeaseLost when another server has taken the sweep over */
  async function write(trx: Trx, sweep: Sweep, token: string, patch: Omit<SweepPatch, 'leaseUntil'>): Promise<void> {
    if (!(await writeSweep(trx, sweep.id, token, { ...patch, leaseUntil: leaseUntil() }))) throw new LeaseLost();
  }

  /** Takes those of one slice of a kind that are older than a time, and writes the sweep's progress, in one transaction. */
  const takeSlice = (
    { sweep, token, kind, before }: { sweep: Sweep; token: string; kind: RecordKind; before: Iso },
    positions: readonly Position[],
    so: Progress,
  ) =>
    storage.transaction(async (trx) => {
      await dialectOf(trx).lock(trx, [endingKey]);
      const ids = idsOf(positions);
      const taken = await kind.take(trx, ids, before);
      if (taken.length > 0) await storage.markErased(trx);
      await kind.erase(trx, taken, now().toISOString());
      const next = plus(so, kind.name, taken.length, ids.length - taken.length);
      await write(trx, sweep, token, next);
      return next;
    });

  /**
   * @param at the time at which the expired records were counted. What expires later was not counted: the clock may have jumped since,
   *   or the server have stood still, so it is left to the next sweep
   */
  async function takeAll(sweep: Sweep, token: string, at: Date): Promise<Progress> {
    let so: Progress = { taken: sweep.taken, kept: sweep.kept };
    for (const kind of kinds) {
      const until = timeBefore(timeOf(kind), at);
      const before = until.toISOString();
      if (isChain(kind)) {
        const deleted = await kind.deleteBefore(until);
        so = plus(so, kind.name, deleted, 0);
        const { taken } = so;
        await storage.transaction((trx) => write(trx, sweep, token, { taken }));
        continue;
      }
      let rows = 2;
      for (let after: Position | undefined; ; ) {
        const positions = await kind.due(storage.db, before, rows, after);
        if (positions.length === 0) break;
        const beganMs = clockMs();
        so = await takeSlice({ sweep, token, kind, before }, positions, so);
        const tookMs = clockMs() - beganMs;
        after = positions.at(-1);
        if (positions.length < rows) break;
        rows = Math.max(1, Math.min(mostRows, rows * 2, Math.floor((rows * sliceMs) / Math.max(tookMs, 1))));
        // Half of the time is left to other work.
        await wait(Math.min(tookMs, 2 * sliceMs));
      }
    }
    return so;
  }

  async function end(trx: Trx, sweep: Sweep, token: string, patch: Omit<SweepPatch, 'leaseUntil' | 'endedAt'>) {
    await write(trx, sweep, token, { ...patch, endedAt: now().toISOString() });
    await changed(trx, 'records');
  }

  /** Stores what a sweep has counted. When there is a doubt, ends the sweep with an alert and resolves to the doubt. */
  const judge = (sweep: Sweep, token: string, at: Date, counted: { planned: Counts; foreseen: Counts }) =>
    storage.transaction(async (trx) => {
      // An admin may confirm the last sweep at this instant: either it counts here, or this sweep is the one to confirm.
      await dialectOf(trx).lock(trx, [endingKey]);
      const last = await lastSweepAt(trx, now());
      const doubt = doubtOf({ now: at, planned: counted.planned, last });
      if (!doubt) await write(trx, sweep, token, counted);
      else {
        await end(trx, sweep, token, { ...counted, doubt });
        // Of a first sweep there is something to confirm once it has found something.
        const isToConfirm = (planned: Counts) => doubt !== 'first' || recordsIn(planned) > 0;
        const waits = last?.doubt === doubt && last.confirmed_at === null && isToConfirm(last.planned);
        if (!waits && isToConfirm(counted.planned))
          await raiseAlert(trx, { kind: 'sweep-waits', about: sweep.night, at: now() });
      }
      return doubt;
    });

  /** Ends a sweep that took something or found nothing, with its entry in the audit log. */
  const finish = (sweep: Sweep, token: string, { taken, kept }: Progress) =>
    storage.transaction(async (trx) => {
      await end(trx, sweep, token, { taken, kept });
      await dropDoubtsAfter(trx, isoAfter(now(), sameNightMs));
      const counts = Object.entries(taken).filter(([, count]) => count > 0);
      if (counts.length === 0) return;
      await audit.write(trx, {
        by: null,
        action: 'records-swept',
        about: [{ kind: 'list', id: 'records' }],
        detail: Object.fromEntries(counts),
      });
    });

  /** Checks whether this night's sweep is due, and runs it. */
  async function look(): Promise<SweepOutcome> {
    const token = mintId();
    const sweep = await claim(token);
    if (!sweep) return 'not-due';
    try {
      const at = now();
      const planned = await countDue(at);
      const foreseen = await countDue(new Date(at.getTime() + foreseenForMs));
      const doubt = await judge(sweep, token, at, { planned, foreseen });
      if (!doubt) await finish(sweep, token, await takeAll(sweep, token, at));
      await afterSweep();
      return doubt ? 'reported' : 'swept';
    } catch (error) {
      if (error instanceof LeaseLost) return 'not-due';
      throw error;
    }
  }

  const repeater = createRepeater({ everyMs: sweepTimes.pollEveryMs, work: look, onError });

  return {
    look,
    countDue,
    timeOf,
    kinds,

    /** The latest sweeps, newest first. */
    newest: (limit: number): Promise<Sweep[]> => newestSweeps(storage.db, isoAfter(now(), sameNightMs), limit),

    /**
     * Confirms what the last sweep has reported, so that the next one takes it. False when there is nothing to confirm, or a newer
     * sweep has ended, so of two at once only one confirms.
     *
     * @param by the person; null for a command
     */
    confirm: (by: string | null, id: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        await dialectOf(trx).lock(trx, [endingKey]);
        if ((await lastSweepAt(trx, now()))?.id !== id) return false;
        if (!(await confirmSweep(trx, id, by, now().toISOString()))) return false;
        await changed(trx, 'records');
        await audit.write(trx, { by, action: 'sweep-confirmed', about: [{ kind: 'list', id: 'records' }] });
        return true;
      }),

    start: repeater.start,
    stop: repeater.stop,
  };
}

/** The progress of a sweep, by kind. */
interface Progress {
  readonly taken: Counts;
  readonly kept: Counts;
}

const added = (counts: Counts, kind: string, count: number): Counts =>
  count === 0 ? counts : { ...counts, [kind]: (counts[kind] ?? 0) + count };

const plus = ({ taken, kept }: Progress, kind: string, more: number, stay: number): Progress => ({
  taken: added(taken, kind, more),
  kept: added(kept, kind, stay),
});
