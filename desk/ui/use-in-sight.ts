import { type RefObject, useEffect, useRef } from 'react';

/**
 * Brings the beginning of a record into sight, where it is said what a press came to: the press may have been on the bar that is pinned
 * under a long record.
 *
 * @param attempt counts what is said; undefined while nothing is
 */
export function useInSight(attempt: number | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt !== undefined) body.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [attempt]);
  return body;
}
