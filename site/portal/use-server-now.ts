import { useEffect, useState } from 'react';
import { clock } from './portal.ts';

/** The server's time in milliseconds, which moves on every second while `runs`. */
export function useServerNow(runs: boolean): number {
  const [nowMs, setNowMs] = useState(clock.now);
  useEffect(() => {
    if (!runs) return;
    setNowMs(clock.now());
    const timer = setInterval(() => setNowMs(clock.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return nowMs;
}
