import { useSyncExternalStore } from 'react';
import { clock } from './portal.ts';

const secondMs = 1000;

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, secondMs);
  return () => clearInterval(timer);
}

const never = () => () => undefined;

/** The second that it is by the server's clock, in milliseconds. */
const secondNow = (): number => Math.floor(clock.now() / secondMs) * secondMs;

/** The server's time in whole seconds, as milliseconds since 1970. It moves on by itself while `runs`. */
export const useServerNow = (runs: boolean): number =>
  useSyncExternalStore(runs ? everySecond : never, secondNow, secondNow);
