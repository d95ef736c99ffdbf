/**
 * Replaces the platform's clock, timers and random numbers by the world's, but only for programs of the world: code outside of them
 * gets the real ones. The product imports timers, time and random numbers or takes them as globals; each belongs to the program
 * that asks. Import this file before anything of the product.
 */
import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import nodeTimers from 'node:timers';
import nodeTimersPromises from 'node:timers/promises';
import { type Event, type Program, running } from './world.ts';

type Task = (...given: unknown[]) => void;

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  pause: nodeTimersPromises.setTimeout,
  turn: nodeTimersPromises.setImmediate,
  Date: globalThis.Date,
  performanceNow: performance.now.bind(performance),
  timeout: AbortSignal.timeout.bind(AbortSignal),
  any: AbortSignal.any.bind(AbortSignal),
  random: Math.random.bind(Math),
  getRandomValues: crypto.getRandomValues.bind(crypto),
  randomUUID: nodeCrypto.randomUUID,
  randomBytes: nodeCrypto.randomBytes,
  fetch: globalThis.fetch,
};

/** Intervals of at most this length only look for work, so they may fire late. In milliseconds. */
const looksAroundMs = 60_000;

/** A timer of the world, with the methods of Node's timers that programs call. */
class Timer {
  readonly #program: Program;
  readonly #delayMs: number;
  readonly #task: () => void;
  readonly #repeats: boolean;
  #event: Event | undefined;

  constructor(program: Program, delayMs: number, task: () => void, repeats: boolean) {
    this.#program = program;
    // Node and browsers count timers in whole milliseconds, so no clock shows a fraction of one.
    this.#delayMs = Math.max(1, Math.trunc(delayMs || 0));
    this.#task = task;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.close();
    const { world } = this.#program;
    const looks = this.#repeats && this.#delayMs <= looksAroundMs;
    const lateMs = looks && world.lateMs > 0 ? world.random.between(0, world.lateMs) : 0;
    const ring = () => {
      if (this.#repeats) this.refresh();
      this.#task();
    };
    this.#event = world.schedule(this.#program, this.#delayMs + lateMs, ring, 'timer', looks);
    return this;
  }

  close(): this {
    if (this.#event) this.#event.cancelled = true;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

const bound = (task: Task, given: unknown[]) => (given.length === 0 ? (task as () => void) : () => task(...given));

const begin =
  (repeats: boolean, otherwise: (task: Task, ms?: number, ...given: unknown[]) => unknown) =>
  (task: Task, ms = 0, ...given: unknown[]) => {
    const program = running.getStore();
    return program ? new Timer(program, ms, bound(task, given), repeats) : otherwise(task, ms, ...given);
  };

const end = (otherwise: (timer: never) => void) => (timer: unknown) => {
  if (timer instanceof Timer) timer.close();
  else otherwise(timer as never);
};

const setTimeout = begin(false, real.setTimeout as never);
const setInterval = begin(true, real.setInterval as never);

/** Runs the task in a later step, at the same time, after everything that is already due. */
function setImmediate(task: Task, ...given: unknown[]): unknown {
  const program = running.getStore();
  if (!program) return real.setImmediate(task, ...given);
  const event = program.world.arrive(program, 0, bound(task, given));
  return { close: () => (event.cancelled = true), ref() {}, unref() {}, hasRef: () => true, event };
}

function clearImmediate(immediate: unknown): void {
  const known = immediate as { event?: Event } | undefined;
  if (known?.event) known.event.cancelled = true;
  else real.clearImmediate(immediate as never);
}

interface PauseOptions {
  readonly signal?: AbortSignal;
}

function pause<T>(ms = 0, value?: T, options: PauseOptions = {}): Promise<T | undefined> {
  const program = running.getStore();
  if (!program) return real.pause(ms, value, options as never);
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const timer = new Timer(program, ms, () => resolve(value), false);
    signal?.addEventListener('abort', () => {
      timer.close();
      reject(signal.reason as Error);
    });
  });
}

function turn<T>(value?: T): Promise<T | undefined> {
  const program = running.getStore();
  if (!program) return real.turn(value);
  return new Promise((resolve) => void program.world.arrive(program, 0, () => resolve(value)));
}

const wallMs = () => {
  const program = running.getStore();
  return program ? program.world.wallMs(program) : real.Date.now();
};

class WorldDate extends real.Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(wallMs());
    else super(...(given as [string]));
  }
  static override now(): number {
    return wallMs();
  }
}

function timeout(ms: number): AbortSignal {
  const program = running.getStore();
  if (!program) return real.timeout(ms);
  const controller = new AbortController();
  new Timer(program, ms, () => controller.abort(new DOMException('The time is up', 'TimeoutError')), false);
  return controller.signal;
}

function any(signals: AbortSignal[]): AbortSignal {
  const signal = real.any(signals);
  running.getStore()?.world.composedSignals.push(signal);
  return signal;
}

function randomBytes(count: number): Buffer {
  const program = running.getStore();
  return program ? program.world.random.fill(Buffer.alloc(count)) : real.randomBytes(count);
}

function randomUUID(): `${string}-${string}-${string}-${string}-${string}` {
  if (!running.getStore()) return real.randomUUID();
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function getRandomValues<T extends ArrayBufferView>(into: T): T {
  const program = running.getStore();
  if (!program) return real.getRandomValues(into as never) as T;
  program.world.random.fill(new Uint8Array(into.buffer, into.byteOffset, into.byteLength));
  return into;
}

const timers = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout: end(real.clearTimeout as never),
  clearInterval: end(real.clearInterval as never),
  clearImmediate,
};
Object.assign(globalThis, timers, { Date: WorldDate });
Object.assign(nodeTimers, timers);
Object.assign(nodeTimersPromises, { setTimeout: pause, setImmediate: turn });
Object.assign(nodeCrypto, { randomUUID, randomBytes });
syncBuiltinESMExports();
performance.now = () => running.getStore()?.world.nowMs ?? real.performanceNow();
AbortSignal.timeout = timeout;
AbortSignal.any = any;
Math.random = () => running.getStore()?.world.random.next() ?? real.random();
crypto.getRandomValues = getRandomValues as typeof crypto.getRandomValues;
crypto.randomUUID = randomUUID;

/** The getters for what a page has and a server does not have. */
const absent = (name: string) => (): never => {
  throw new Error(`${name} is not there`);
};
const define = (name: string, get: () => unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, get, set() {} });
define('fetch', () => running.getStore()?.surroundings.fetch ?? real.fetch);
define('localStorage', () => (running.getStore()?.surroundings.localStorage ?? absent('localStorage')()) as Storage);
define(
  'sessionStorage',
  () => (running.getStore()?.surroundings.sessionStorage ?? absent('sessionStorage')()) as Storage,
);
define('location', () => ({ pathname: '/' }));
define('document', () => running.getStore()?.surroundings.document);
define('dispatchEvent', () => () => true);
