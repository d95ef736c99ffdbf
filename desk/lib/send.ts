import { useCallback, useRef, useState } from 'react';
import type { Callable, CallInput, Result } from '#client/lib/http.ts';
import { askProof } from './proof.ts';
import { callDesk, failureText } from './request.ts';
import type { Sent } from './sent.ts';
import { currentPersonId, deskClock } from './session.ts';

/**
 * Makes a function that shares promises: a call under a key gets the promise of an earlier call that is still under way, so that
 * a second press does nothing of its own.
 */
export function createSharedPromises<Value>() {
  const underWay = new Map<string, Promise<Value>>();
  return (key: string, work: () => Promise<Value>): Promise<Value> => {
    const first = underWay.get(key);
    if (first) return first;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}

const shared = createSharedPromises<unknown>();

/**
 * Sends a write. When it needs a fresh proof, the person is asked for one and the write is sent again. The same write while the
 * first is under way gets the same promise, so that no button counts twice.
 */
export function sendDesk<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
  const key = JSON.stringify([currentPersonId(), endpoint.method, endpoint.path, params, query, body]);
  return shared(key, () => sendProven(endpoint, input)) as Promise<Result<E>>;
}

async function sendProven<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const personId = currentPersonId();
  const result = await callDesk(endpoint, input);
  if (result.kind !== 'refused' || (result.name as string | undefined) !== 'proofNeeded') return result;
  // A person never proves or sends what another person pressed before them.
  const isStillHere = () => currentPersonId() === personId;
  return isStillHere() && (await askProof()) && isStillHere() ? callDesk(endpoint, input) : result;
}

/**
 * How the presses on a kind of record are sent.
 *
 * @param keep puts the record of an answer where the screen reads it
 */
export function createSender<Shown extends { readonly serverNow: string }>(keep: (record: Shown) => void) {
  function sentOf(result: Result<Callable>): Sent<Shown> {
    if (result.kind === 'unreachable') return result;
    if (result.kind === 'refused') {
      return { kind: 'refused', name: result.name as string | undefined, text: failureText(result) };
    }
    const record = result.value as Shown;
    deskClock.onEvent(record.serverNow);
    keep(record);
    return { kind: result.kind === 'ok' ? 'taken' : 'late', record };
  }
  return {
    sentOf,
    send: async <E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Sent<Shown>> =>
      sentOf((await sendDesk(endpoint, input)) as Result<Callable>),
  };
}

/** A write of a screen: how to send it, whether it is under way, and its result. */
export function useSend<E extends Callable>(endpoint: E) {
  const [state, setState] = useState<{ sending: boolean; result?: Result<E> }>({ sending: false });
  const running = useRef<Promise<Result<E>>>(undefined);
  const send = useCallback(
    (input: CallInput<E>) => {
      running.current ??= (async () => {
        setState({ sending: true });
        const result = await sendDesk(endpoint, input);
        running.current = undefined;
        setState({ sending: false, result });
        return result;
      })();
      return running.current;
    },
    [endpoint],
  );
  const isUnderWay = useCallback(() => running.current !== undefined, []);
  return {
    /** Sends the write. A second press while the first is under way gets the same promise, so a double press counts once. */
    send,
    sending: state.sending,
    /** Whether a write is under way at this moment. It is up to date even before the screen is drawn again, unlike `sending`. */
    isUnderWay,
    /** The result of the last write; undefined before the first one and while one is under way. */
    result: state.result,
  };
}
