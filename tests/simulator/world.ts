/**
 * The simulated world: one clock, one queue of events, and the programs that own them. An event is a timer that is due,
 * something that arrives by the network or from a disk, or the next thing that a person does. One event at a time runs,
 * with everything that follows from it at once; that is a step.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { setImmediate as afterMicrotasks } from 'node:timers/promises';
import { createRandom, type Random } from '../support/random.ts';

/** What a program that runs sees of the world as globals; the rest is the same for everybody. */
export interface Surroundings {
  readonly fetch?: typeof fetch;
  readonly localStorage?: Storage;
  readonly sessionStorage?: Storage;
  /** Where the settings of the page stand. */
  readonly document?: { getElementById(id: string): { readonly textContent: string } };
}

/** A program: a replica of the server, a page in a browser, a provider, or the night itself. Its timers and news are its own. */
export interface Program {
  readonly name: string;
  readonly world: World;
  /** What is due for a frozen program waits until it runs again; what is due for a dead one never happens. */
  state: 'running' | 'frozen' | 'dead';
  /** By how much its wall clock is ahead of the true time, in milliseconds. */
  clockAheadMs: number;
  surroundings: Surroundings;
  /** What came while it was frozen. */
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
  /** A timer that repeats and only looks around: it may come late when nothing else happens. */
  readonly idle: boolean;
}

/** Something that must never happen did happen. */
export class Violation extends Error {
  override name = 'Violation';
}

/** Where every night begins, so that a seed alone says what happens. */
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
  /** What happened, for people, in order. */
  readonly log: string[] = [];
  /** Looks at everything after each step, and throws a `Violation`. */
  afterStep: () => void = () => {};
  /** How much later than asked timers that only look around may come, in milliseconds. */
  lateMs = 0;
  /** Signals that the night's programs made of others. */
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

  /** Says that the night failed. The first failure counts. */
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

  /** Lets something arrive at a program after a time: an answer, a report, a statement's result. */
  arrive(program: Program, delayMs: number, run: () => void): Event {
    return this.schedule(program, delayMs, run, 'news');
  }

  freeze(program: Program): void {
    if (program.state === 'running') program.state = 'frozen';
  }

  /** What was held comes now: first the timers, as they were due, then what waits in the sockets. */
  resume(program: Program): void {
    if (program.state !== 'frozen') return;
    program.state = 'running';
    for (const event of program.held.splice(0)) {
      event.atMs = this.nowMs;
      this.#push(event);
    }
  }

  /** Ends a program. Its timers and what was begun in it never go on. */
  kill(program: Program): void {
    if (program.state === 'dead') return;
    program.state = 'dead';
    program.held.length = 0;
    for (const tell of program.onDeath) tell();
    program.onDeath.clear();
  }

  /** Runs something as a program, outside the queue: what it begins belongs to the program. */
  as<T>(program: Program, work: () => T): T {
    return running.run(program, work);
  }

  /**
   * Runs events until the time has come, or nothing is left.
   *
   * @throws what failed
   */
  async runUntil(untilMs: number): Promise<void> {
    // What was begun outside the queue may make the only events that there are.
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

  /** Runs something as a program, with the events that it waits for, until it has ended. */
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
   * Takes the listeners off the signals that were made of others: as long as such a signal has one, Node keeps it, and with it
   * everything of the night. Programs that died never take theirs off.
   */
  end(): void {
    for (const signal of this.composedSignals.splice(0))
      for (const listener of getEventListeners(signal, 'abort'))
        signal.removeEventListener('abort', listener as () => void);
  }

  /** Lets everything that follows at once happen, and looks at the outcome. */
  async drain(): Promise<void> {
    await afterMicrotasks();
    if (this.#failure === undefined) this.afterStep();
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
