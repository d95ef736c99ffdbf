import { useEffect, useEffectEvent } from 'react';
import { deskClock } from './session.ts';
import { daysAfter, startOfDay } from './times.ts';

/** How far this clock may be ahead of the server's, in milliseconds. */
const slackMs = 1000;

/**
 * Reads something again when its day ends, because no event announces a new day.
 *
 * @param today the day on which it was read, `2026-11-21`; undefined while it was not read
 */
export function useNewDay(today: string | undefined, timeZone: string | undefined, readAgain: () => unknown): void {
  const ends = today && startOfDay(daysAfter(today, 1), timeZone);
  const read = useEffectEvent(readAgain);
  useEffect(() => {
    if (ends === undefined) return;
    const timer = setTimeout(() => read(), Date.parse(ends) - deskClock.now() + slackMs);
    return () => clearTimeout(timer);
  }, [ends]);
}
