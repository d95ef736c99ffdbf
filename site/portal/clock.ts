import { useEffect, useState } from 'react';

/** A time of day as the desk says it: `9:04:12 pm`. */
export function timeOfDay(at: string | number): string {
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(
    new Date(at),
  );
  return time.replace(/\u202f/g, ' ').toLowerCase();
}

/** The time now, in milliseconds, which moves on every second while `runs`. */
export function useNow(runs: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!runs) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return nowMs;
}
