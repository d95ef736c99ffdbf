import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { ReadFailed } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';

/** A wait that is shorter is not shown: a word that comes and goes at once only disturbs. */
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

/** Says that something else loads than what stands after it, which is dimmed. */
function Earlier({ what }: { what: string }) {
  const isLong = useIsLong();
  return (
    <p className="earlier visually-hidden" role="status" data-long={isLong || undefined}>
      {isLong && `Loading ${what}…`}
    </p>
  );
}

interface LoadedProps<Value> {
  read: Pick<UseQueryResult<Value, ReadFailed>, 'data' | 'error' | 'isFetching' | 'refetch'> &
    Partial<Pick<UseQueryResult<Value, ReadFailed>, 'isPlaceholderData'>>;
  /** What is read, as it stands in a sentence: `the people`. */
  what: string;
  /** What is said when it is not there any more. */
  gone?: string;
  children: (value: Value) => ReactNode;
}

/**
 * What a screen shows of something that it reads: itself, that it loads, that it may not be seen, that it is gone, or that it
 * could not be read, with a way to try again. What was read before stays in sight under such a message.
 */
export function Loaded<Value>({ read, what, gone, children }: LoadedProps<Value>) {
  const { data, error, isFetching, isPlaceholderData = false, refetch } = read;
  const failure = error?.failure;
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
            <Button disabled={isFetching} onClick={() => void refetch()}>
              {isFetching ? 'Trying…' : 'Try again'}
            </Button>
          </p>
        </Alert>
      )}
      {isPlaceholderData && <Earlier what={what} />}
      {data === undefined ? !failure && <Waiting what={what} /> : children(data)}
    </>
  );
}
