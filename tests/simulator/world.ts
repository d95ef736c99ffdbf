/**
 * The simulated world: one clock, one queue of events, and the programs that own them. An event is a timer, something that arrives
 * by the network or from a disk, or the next action of a person. One event runs at a time, with every microtask that follows from
 * it; that is a step.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { setImmediate as afterMicrotasks } from 'node:timers/promises';
import { createRandom, type Random } from '../support/random.ts';

/** The globals that differ between programs. All other globals are the same for every program. */
interface Surroundings {
  readonly fetch?: typeof fetch;
  readonly localStorage?: Storage;
  readonly sessionStorage?: Storage;
  /** Has the page's settings. */
  readonly document?: { getElementById(id: string): { readonly textContent: string } };
}

/**
 * A program: a replica of the server, a page in a browser, a provider, or the night itself. Timers and arrivals belong to a
 * program.
 */
export interface Program {
  readonly name: string;
  readonly world: World;
  /** Events of a frozen program wait until it runs again. Events of a dead one never happen. */
  state: 'running' | 'frozen' | 'dead';
  /** How far its wall clock is ahead of the true time, in milliseconds. */
  clockAheadMs: number;
  surroundings: Surroundings;
  /** The events that became due while it was frozen. */
  readonly held: Event[];
  /** Called once when it dies. */
  readonly onDeath: Set<() => void>;
}

/** Timers run before the sockets are read, as in the event loop of Node. */
type EventKind = 'timer' | 'news';

export interface Event {
  readonly program: Program;
  readonly kind: EventKind;
  readonly run: () => void;
  atMs: number;
  order: number;
  cancelled: boolean;
  /** Whether it is a repeating timer that only looks for work. */
  readonly idle: boolean;
}

/** Thrown when something happened that must never happen. */
export class Violation extends Error {
  override name = 'Violation';
}

/** The time at which every night begins, the same for each, so that the seed alone decides what happens. */
export const nightBeginsMs = Date.UTC(2026, 10, 21, 21);

/** The program that runs at this moment. */
export const running = new AsyncLocalStorage<Program>();

const isBefore = (a: Event, b: Event): boolean => {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  if (a.kind !== b.kind) return a.kind === 'timer';
  return a.order < b.order;
};

export class World {
  readonly random: Random;
  /** Milliseconds since the night began. */
  nowMs = 0;
  steps = 0;
  /** The log of the night, for people to read. */
  readonly log: string[] = [];
  /** How late timers that only look for work may fire, in milliseconds. */
  lateMs = 0;
  /** The signals that the night's programs made by `AbortSignal.any`. */
  readonly composedSignals: AbortSignal[] = [];
  readonly #heap: Event[] = [];
  #orders = 0;
  #failure: unknown;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  program(name: string, surroundings: Surroundings = {}): Program {
    return {
      name,
      world: this,
      state: 'running',
      clockAheadMs: 0,
      surroundings,
      held: [],
      onDeath: new Set(),
    };
  }

  /** Writes a line into the log of the night. */
  note(program: Program, words: string): void {
    this.log.push(`${(this.nowMs / 1000).toFixed(3).padStart(9)} ${program.name}: ${words}`);
  }

  /** Records that the night failed. The first failure counts. */
  fail(error: unknown): void {
    this.#failure ??= error;
  }

  wallMs(program: Program): number {
    return nightBeginsMs + this.nowMs + program.clockAheadMs;
  }

  schedule(program: Program, delayMs: number, run: () => void, kind: EventKind = 'timer', idle = false): Event {
    const atMs = this.nowMs + Math.max(0, delayMs);
    const event: Event = { program, kind, run, atMs, order: this.#orders++, cancelled: false, idle };
    this.#push(event);
    return event;
  }

  /** Schedules an arrival at a program: an answer, a report, or the result of a statement. */
  arrive(program: Program, delayMs: number, run: () => void): Event {
    return this.schedule(program, delayMs, run, 'news');
  }

  freeze(program: Program): void {
    if (program.state === 'running') program.state = 'frozen';
  }

  /** Lets a frozen program run again. Its held events become due now: first the timers, then the arrivals. */
  resume(program: Program): void {
    if (program.state !== 'frozen') return;
    program.state = 'running';
    for (const event of program.held.splice(0)) {
      event.atMs = this.nowMs;
      this.#push(event);
    }
  }

  /** Ends a program. Its timers, and everything that it has begun, never go on. */
  kill(program: Program): void {
    if (program.state === 'dead') return;
    program.state = 'dead';
    program.held.length = 0;
    for (const tell of program.onDeath) tell();
    program.onDeath.clear();
  }

  /** Runs a function as a program, outside the queue. Everything that it begins belongs to the program. */
  as<T>(program: Program, work: () => T): T {
    return running.run(program, work);
  }

  /**
   * Runs events until the time has come, or nothing is left.
   *
   * @throws the first failure
   */
  async runUntil(untilMs: number): Promise<void> {
    // Work that was begun outside the queue may still add the first events.
    await this.drain();
    for (;;) {
      const event = this.#heap[0];
      if (!event || event.atMs > untilMs) break;
      this.#pop();
      if (event.cancelled || event.program.state === 'dead') continue;
      if (event.program.state === 'frozen') {
        event.program.held.push(event);
        continue;
      }
      this.nowMs = event.atMs;
      this.steps += 1;
      try {
        running.run(event.program, event.run);
      } catch (error) {
        this.fail(error);
      }
      await this.drain();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Runs a function as a program, together with the events that it waits for, until it has ended. */
  async play<T>(program: Program, work: () => Promise<T>): Promise<T> {
    let over = false;
    const end = () => {
      over = true;
    };
    const result = this.as(program, work);
    result.then(end, end);
    while (!over) {
      await this.runUntil(this.#heap[0]?.atMs ?? this.nowMs);
      await this.drain();
    }
    return result;
  }

  /**
   * Removes the listeners from the composed signals. As long as such a signal has a listener, Node keeps the signal, and with it
   * everything of the night. Programs that died never remove theirs.
   */
  end(): void {
    for (const signal of this.composedSignals.splice(0))
      for (const listener of getEventListeners(signal, 'abort'))
        signal.removeEventListener('abort', listener as () => void);
  }

  /** Lets all microtasks run. Throws the failure of the night, if there was one. */
  async drain(): Promise<void> {
    await afterMicrotasks();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, heap[parent] as Event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (!isBefore(heap[child] as Event, last)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
  }
}
