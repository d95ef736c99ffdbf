/**
 * The time of a server. Several servers on one PostgreSQL judge the times that the others write, so all of them go by the
 * database's clock: it is asked now and then, and between two answers time passes by the steady clock of the machine, which
 * nobody sets. With SQLite there is one server, and the machine's clock is its time.
 */
import type { Storage } from './database/open.ts';
import { createRepeater } from './repeat.ts';

export interface MachineClocks {
  /** The one that a person or a time service sets, in milliseconds since 1970. */
  readonly wallMs: () => number;
  /** One that only goes forward, in milliseconds. It may stand still while the machine sleeps. */
  readonly clockMs: () => number;
}

export const machineClocks: MachineClocks = { wallMs: () => Date.now(), clockMs: () => performance.now() };

export interface ClockOptions extends MachineClocks {
  readonly storage: Pick<Storage, 'db' | 'dialect'>;
  /** Hears that the machine's clock is wrong: by how much it is ahead of the database's. */
  readonly onWrong?: (aheadMs: number) => void;
  /** Hears of a question that failed. It is asked again, and time goes on meanwhile. */
  readonly onError?: (error: unknown) => void;
}

export interface Clock {
  readonly now: () => Date;
  /** Asks the database for its time. Before the first answer the machine's clock counts. */
  ask(): Promise<void>;
  /** Begins to ask again and again. */
  start(): void;
  stop(): Promise<void>;
}

const askEveryMs = 10_000;
/** The two clocks of a machine differ by no more within a question or between two, unless one was set or the machine slept. */
const mostDriftMs = 500;
/** A machine's clock that is further off than this is worth a word. */
const mostOffMs = 2000;

/** What was known when the database answered, by each clock. */
interface Known {
  readonly atMs: number;
  readonly steadyMs: number;
  readonly wallMs: number;
}

export function createClock({ storage, wallMs, clockMs, onWrong, onError = () => {} }: ClockOptions): Clock {
  let known: Known | undefined;
  /** The two clocks of the machine have gone apart since the last answer, and the question about it is under way. */
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
    const toldMs = await storage.dialect.timeOf(storage.db);
    if (toldMs === undefined) return;
    const answered = read();
    // The machine may have slept meanwhile, so how old the answer is cannot be known.
    if (haveGoneApart(asked, answered)) return ask();
    // The answer was made between question and now. What agrees with it stays, so that time does not jump to and fro.
    const tookMs = answered.steadyMs - asked.steadyMs;
    const thoughtMs = known ? known.atMs + answered.steadyMs - known.steadyMs : toldMs + tookMs / 2;
    const atMs = Math.min(Math.max(thoughtMs, toldMs), toldMs + tookMs);
    known = { ...answered, atMs };
    doubted = false;
    tellOff(answered.wallMs - atMs);
  }

  const repeater = createRepeater({ everyMs: askEveryMs, work: ask, onError });

  return {
    now() {
      const own = read();
      if (!known) return new Date(own.wallMs);
      if (!doubted && haveGoneApart(known, own)) {
        doubted = true;
        repeater.wake();
      }
      return new Date(known.atMs + own.steadyMs - known.steadyMs);
    },
    ask,
    start: repeater.start,
    stop: repeater.stop,
  };
}
