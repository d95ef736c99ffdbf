/**
 * The heartbeat of one server: once a minute it asks itself at its own address, and writes how long it has answered without a
 * gap. What it cannot know counts as down: a span begins with an answer and ends with the last one before a gap. A new span
 * begins after a failed probe, a failed write, a pause of the process and a clock that was set.
 */
import type { Iso } from '#server/database/tables.ts';

export interface HeartbeatOptions {
  /** Asks the server as a visitor would; rejects when it does not answer well. */
  readonly probe: () => Promise<void>;
  /** Writes how far a span reaches. */
  readonly write: (span: { readonly id: string; readonly started_at: Iso; readonly seen_at: Iso }) => Promise<unknown>;
  /** Tidies up before a span begins (`endFutureSpans`). */
  readonly prepare: (at: Date) => Promise<unknown>;
  readonly now: () => Date;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  readonly mintId: () => string;
}

/** Between two looks. */
export const beatEveryMs = 60_000;
/** A look that comes later than this after the one before followed a pause. */
const longestPauseMs = 1.5 * beatEveryMs;
/** The two clocks of a machine differ by no more in a minute, unless one of them was set or the machine slept. */
const mostDriftMs = 2000;
/** A clock that shows an earlier time has not been set yet. */
const earliestMs = Date.parse('2025-01-01T00:00:00.000Z');

interface Running {
  readonly id: string;
  readonly startedAt: Iso;
  readonly atMs: number;
  readonly clockMs: number;
}

export function createHeartbeat({ probe, write, prepare, now, clockMs, mintId }: HeartbeatOptions) {
  let running: Running | undefined;

  /** Whether a look continues the one before: as much time has passed by both clocks, and not too much. */
  function continues(last: Running, atMs: number, clock: number): boolean {
    const passedMs = clock - last.clockMs;
    return passedMs <= longestPauseMs && Math.abs(atMs - last.atMs - passedMs) <= mostDriftMs;
  }

  /** Probes, and writes what it found. Rejects when the server does not answer; the span is over then. */
  async function beat(): Promise<void> {
    const before = running;
    running = undefined;
    await probe();
    const [at, clock] = [now(), clockMs()];
    if (at.getTime() < earliestMs) return;
    const seen_at = at.toISOString();
    const goesOn = before !== undefined && continues(before, at.getTime(), clock);
    if (!goesOn) await prepare(at);
    const { id, startedAt } = goesOn ? before : { id: mintId(), startedAt: seen_at };
    await write({ id, started_at: startedAt, seen_at });
    running = { id, startedAt, atMs: at.getTime(), clockMs: clock };
  }

  return { beat };
}
