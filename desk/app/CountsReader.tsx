import { useEffect } from 'react';
import { viewCounts } from '#contract/desk/count-endpoints.ts';
import { useRead } from '../lib/read.ts';
import { counts } from './counts.ts';

/** A lead becomes late by the clock alone, which no event tells. */
const lookAgainEveryMs = 60_000;

/** Reads what the navigation counts, again with each change. It draws nothing. */
export function CountsReader() {
  const { data, refetch } = useRead(
    viewCounts,
    {},
    { topics: ['board', 'leads', 'schedule', 'people', 'dealerships', 'counts'] },
  );
  useEffect(() => counts.set(data), [data]);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), lookAgainEveryMs);
    return () => {
      clearInterval(timer);
      counts.set(undefined);
    };
  }, [refetch]);
  return null;
}
