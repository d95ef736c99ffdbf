import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { ReadFailed } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useFailure } from '../lib/use-failure.ts';
import { EarlierRows } from './NoRows.tsx';

/** A shorter wait is not shown, because a text that appears and disappears at once only disturbs. */
const showWaitAfterMs = 200;

/**
 * Says that something loads, once it has taken long enough to be noticed.
 *
 * @param isBelow whether an earlier answer is shown below, which is dimmed
 */
export function Waiting({ what, isBelow = false }: { what: string; isBelow?: boolean }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), showWaitAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={isBelow ? 'earlier visually-hidden' : 'state'} role="status" data-long={isLong || undefined}>
      {isLong && `Loading ${what}…`}
    </p>
  );
}

interface LoadedProps<Value> {
  read: Pick<UseQueryResult<Value, ReadFailed>, 'data' | 'error' | 'errorUpdatedAt' | 'isFetching' | 'refetch'> &
    Partial<Pick<UseQueryResult<Value, ReadFailed>, 'isPlaceholderData'>>;
  /** The thing that is read, as a sentence names it: `the people`. */
  what: string;
  /** The message when the thing no longer exists. */
  gone?: string;
  /** Nothing is shown while it loads: for a part that is often empty, or a form that can be filled in meanwhile. */
  quiet?: boolean;
  children: (value: Value) => ReactNode;
}

/**
 * Shows something that a screen reads, or its state: loading, not allowed (403), gone (404), or failed with a button to try again.
 * After a failure, what was read before stays below the message.
 */
export function Loaded<Value>({ read, what, gone, quiet = false, children }: LoadedProps<Value>) {
  const { data, isFetching, isPlaceholderData = false, refetch } = read;
  const failure = useFailure(read);
  const status = failure?.kind === 'refused' ? failure.status : undefined;
  if (status === 403)
    return <p className="state">Your role does not allow you to see {what}. An admin can change that.</p>;
  if (status === 404) return <p className="state">{gone ?? `There is no such thing any more: ${what}.`}</p>;
  return (
    <>
      {failure && (
        <Alert tone="stop" shown title={`Could not load ${what}`}>
          <p>{failureText(failure)}</p>
          <p>
            <Button aria-disabled={isFetching || undefined} onClick={() => isFetching || void refetch()}>
              {isFetching ? 'Trying…' : 'Try again'}
            </Button>
          </p>
        </Alert>
      )}
      {isPlaceholderData && <Waiting what={what} isBelow />}
      {data === undefined ? (
        !failure && !quiet && <Waiting what={what} />
      ) : (
        <EarlierRows value={isPlaceholderData}>{children(data)}</EarlierRows>
      )}
    </>
  );
}
