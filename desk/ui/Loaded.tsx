import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { ReadFailed } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';

/** A wait that is shorter is not shown: a word that comes and goes at once only disturbs. */
const showWaitAfterMs = 200;

/** Says that something loads, once it has taken long enough to be noticed. */
export function Waiting({ what }: { what: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), showWaitAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="state" role="status">
      {shown && `Loading ${what}…`}
    </p>
  );
}

interface LoadedProps<Value> {
  read: Pick<UseQueryResult<Value, ReadFailed>, 'data' | 'error' | 'isFetching' | 'refetch'>;
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
  const { data, error, isFetching, refetch } = read;
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
      {data === undefined ? !failure && <Waiting what={what} /> : children(data)}
    </>
  );
}
