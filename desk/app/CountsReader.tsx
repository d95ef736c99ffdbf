import { useEffect } from 'react';
import { viewCounts } from '#contract/desk/count-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { counts } from './counts.ts';

/** Reads the counts of the navigation, and reads them again after each change. It draws nothing. */
export function CountsReader() {
  const { data } = useRead(viewCounts, {}, { topics: readTopics.viewCounts });
  useEffect(() => counts.set(data), [data]);
  useEffect(() => () => counts.set(undefined), []);
  return null;
}
