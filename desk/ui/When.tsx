import { useSyncExternalStore } from 'react';
import { deskClock } from '../lib/session.ts';
import { dateIn, deskZone, fullIn, whenIn } from '../lib/times.ts';

/** How long a page goes on showing yesterday as today, at most. */
const newDayWithinMs = 60_000;

function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, newDayWithinMs);
  return () => clearInterval(timer);
}

const today = (): string => dateIn(deskZone, deskClock.now());

/** The date of today in the desk's zone. The component is drawn again when another day begins. */
export const useToday = (): string => useSyncExternalStore(everyMinute, today);

/**
 * A moment in the desk's zone, which it names. It shows only the time for today, adds the day for other days, and the year for
 * other years. Its title has the full moment.
 */
export function When({ at }: { at: string }) {
  useToday();
  return (
    <time dateTime={at} title={fullIn(deskZone, at)} className="numerals">
      {whenIn(deskZone, at, deskClock.now())}
    </time>
  );
}

interface WhenOrProps {
  /** What stands before the moment. */
  words: string;
  at: string | null;
  /** What is said while there is no moment. */
  never: string;
}

/** Words with a moment, such as `added Nov 21, 9:04 pm ET`, or other words when that has not happened. */
export const WhenOr = ({ words, at, never }: WhenOrProps) =>
  at === null ? (
    never
  ) : (
    <>
      {words} <When at={at} />
    </>
  );
