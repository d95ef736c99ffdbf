/**
 * The heartbeat of one server. Once a minute the server calls itself at its own address, and writes how long it has answered
 * without a gap. Time without proof counts as down: a span begins with an answer and ends with the last one before a gap. A new
 * span begins after a failed probe, a failed write, a pause of the process, or a change of the clock.
 */
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';

interface HeartbeatOptions extends Pick<Environment, 'now' | 'clockMs'> {
  /** Calls the server as a visitor would; rejects when it does not answer well. */
  readonly probe: () => Promise<void>;
  /** Writes how far a span reaches. */
  readonly write: (span: { readonly id: string; readonly started_at: Iso; readonly seen_at: Iso }) => Promise<unknown>;
  /** Corrects wrong spans before a new one begins (`endFutureSpans`). */
  readonly prepare: (at: Date) => Promise<unknown>;
  readonly mintId: () => string;
}

/** The time between two beats. */
export const beatEveryMs = 60_000;
/** A longer time between two beats means that the process paused. */
const longestPauseMs = 1.5 * beatEveryMs;
/** A larger difference between the two clocks in a minute means that one was set or the machine slept. */
const mostDriftMs = 2000;
/** A clock with an earlier time has never been set. */
const earliestMs = Date.parse('2025-01-01T00:00:00.000Z');

interface Running {
  readonly id: string;
  readonly startedAt: Iso;
  readonly atMs: number;
  readonly clockMs: number;
}

export function createHeartbeat({ probe, write, prepare, now, clockMs, mintId }: HeartbeatOptions) {
  let running: Running | undefined;

  /** Whether a beat continues the last one: both clocks agree on the time that passed, and it is not too long. */
  function continues(last: Running, atMs: number, clock: number): boolean {
    const passedMs = clock - last.clockMs;
    return passedMs <= longestPauseMs && Math.abs(atMs - last.atMs - passedMs) <= mostDriftMs;
  }

  /**
   * Probes the server and extends the span, or begins a new one. Rejects when the probe or the write fails, which ends the span.
   */
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
