import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { ReadFailed } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useFailure } from '../lib/use-failure.ts';

/** A shorter wait is not shown, because a text that appears and disappears at once only disturbs. */
const showWaitAfterMs = 200;

/** Whether the component has been there for long enough to be noticed. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), showWaitAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

/** Says that something loads, once it has taken long enough to be noticed. */
export function Waiting({ what }: { what: string }) {
  const isLong = useIsLong();
  return (
    <p className="state" role="status">
      {isLong && `Loading ${what}…`}
    </p>
  );
}

/** Says that another answer is loading than the earlier one below, which is dimmed. */
function Earlier({ what }: { what: string }) {
  const isLong = useIsLong();
  return (
    <p className="earlier visually-hidden" role="status" data-long={isLong || undefined}>
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
      {isPlaceholderData && <Earlier what={what} />}
      {data === undefined ? !failure && !quiet && <Waiting what={what} /> : children(data)}
    </>
  );
}
