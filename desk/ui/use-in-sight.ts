import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls the beginning of a record into sight, where the result of a press is shown. The button may be on the bar that is pinned
 * under a long record.
 *
 * @param attempt counts the messages; undefined while there is none
 */
export function useInSight(attempt: number | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt !== undefined) body.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [attempt]);
  return body;
}
