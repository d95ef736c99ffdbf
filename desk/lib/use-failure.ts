import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadFailed } from './read.ts';
import type { Failure } from './request.ts';

/**
 * The failure of the last read. The query forgets the failure of a first read as soon as it is repeated. Here it stays until that read
 * ends, so that the message does not blink and its button keeps the focus.
 */
export function useFailure({
  data,
  error,
  errorUpdatedAt,
  isFetching,
}: Pick<UseQueryResult<unknown, ReadFailed>, 'data' | 'error' | 'errorUpdatedAt' | 'isFetching'>): Failure | undefined {
  const [last, setLast] = useState<{ readonly failure: Failure; readonly at: number }>();
  if (error && last?.at !== errorUpdatedAt) setLast({ failure: error.failure, at: errorUpdatedAt });
  // The failure of another read has another time.
  const isReadAgain = data === undefined && isFetching && last?.at === errorUpdatedAt;
  return error?.failure ?? (isReadAgain ? last?.failure : undefined);
}
