/**
 * The time of a server. Several servers on one PostgreSQL compare times that the others wrote, so all of them use the database's
 * clock. Each asks for it regularly, and between two answers adds the time of the machine's steady clock, which nobody sets. With
 * SQLite there is only one server, and the machine's clock is its time.
 */
import { createRepeater } from './repeat.ts';

export interface MachineClocks {
  /** The clock that a person or a time service sets, in milliseconds since 1970. */
  readonly wallMs: () => number;
  /** A clock that only goes forward, in milliseconds. It may stand still while the machine sleeps. */
  readonly clockMs: () => number;
}

export const machineClocks: MachineClocks = { wallMs: () => Date.now(), clockMs: () => performance.now() };

interface ClockOptions extends MachineClocks {
  /** Reads the time of the database's own clock, in milliseconds since 1970. Undefined when it has none. */
  readonly databaseMs: () => Promise<number | undefined>;
  /** Is told that the machine's clock is wrong, and how far it is ahead of the database's. */
  readonly onWrong?: (aheadMs: number) => void;
  /** Is told of a failed query for the time. The query is repeated, and the time goes on meanwhile. */
  readonly onError?: (error: unknown) => void;
}

const askEveryMs = 10_000;
/** The most that the machine's clocks drift apart in or between queries. If it is more, a clock was set or the machine slept. */
const mostDriftMs = 500;
/** A machine's clock that is off by more than this is reported. */
const mostOffMs = 2000;

export function createClock({ databaseMs, wallMs, clockMs, onWrong, onError = () => {} }: ClockOptions) {
  /** The time when the database last answered, by each clock. */
  let known: { readonly atMs: number; readonly steadyMs: number; readonly wallMs: number } | undefined;
  /** Whether the machine's clocks have drifted apart since the last answer, and a new query is under way. */
  let doubted = false;
  let isWrong = false;

  const read = () => ({ steadyMs: clockMs(), wallMs: wallMs() });
  const haveGoneApart = (from: ReturnType<typeof read>, to: ReturnType<typeof read>) =>
    Math.abs(to.wallMs - from.wallMs - (to.steadyMs - from.steadyMs)) > mostDriftMs;

  function tellOff(aheadMs: number): void {
    const wasWrong = isWrong;
    isWrong = Math.abs(aheadMs) > mostOffMs;
    if (isWrong && !wasWrong) onWrong?.(aheadMs);
  }

  async function ask(): Promise<void> {
    const asked = read();
    const toldMs = await databaseMs();
    if (toldMs === undefined) return;
    const answered = read();
    // The machine may have slept meanwhile, so the age of the answer is unknown.
    if (haveGoneApart(asked, answered)) return ask();
    // The answer was made between `asked` and `answered`. A time that agrees with it is kept, so that time does not jump back and
    // forth.
    const tookMs = answered.steadyMs - asked.steadyMs;
    const thoughtMs = known ? known.atMs + answered.steadyMs - known.steadyMs : toldMs + tookMs / 2;
    const atMs = Math.min(Math.max(thoughtMs, toldMs), toldMs + tookMs);
    known = { ...answered, atMs };
    doubted = false;
    tellOff(answered.wallMs - atMs);
  }

  const repeater = createRepeater({ everyMs: askEveryMs, work: ask, onError });

  return {
    now(): Date {
      const own = read();
      if (!known) return new Date(own.wallMs);
      if (!doubted && haveGoneApart(known, own)) {
        doubted = true;
        repeater.wake();
      }
      return new Date(known.atMs + own.steadyMs - known.steadyMs);
    },
    /** Asks the database for its time. Before the first answer, the machine's clock is used. */
    ask,
    /** Starts to ask regularly. */
    start: repeater.start,
    stop: repeater.stop,
  };
}
