/** Calls an endpoint and reads the response by its schemas, or reads a stream. It loads no schema library itself. */
import {
  type BodyOf,
  type DoneOf,
  type Endpoint,
  type LateOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type RefusalName,
} from '#contract/endpoint.ts';
import { exchange, type Fetch, initOf, isOurRefusal, type RawRequest, type RawResponse } from './exchange.ts';

/** Whether a response is a stream of events, and not for example the sign-in page of a network. */
const isEventStream = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream');

/**
 * Sends a request and passes on the text of its event stream piece by piece, until the stream ends or the signal is aborted. It has
 * no time limit.
 * @param onPiece called for each piece of a response with a success status
 * @returns the status; undefined when no response came, or when something between here and the server responded in its place
 */
export async function readStream(
  fetch: Fetch,
  url: string,
  request: RawRequest & { readonly signal: AbortSignal },
  onPiece: (text: string) => void,
): Promise<number | undefined> {
  let status: number | undefined;
  try {
    const response = await fetch(url, { ...initOf(request), signal: request.signal });
    if (!(response.ok ? isEventStream(response) : isOurRefusal(response))) {
      await response.body?.cancel();
      return undefined;
    }
    status = response.status;
    if (!response.ok || !response.body) return status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return status;
      onPiece(value);
    }
  } catch {
    // The network or the server broke the stream, or the caller aborted it. The pieces before that were passed on.
    return status;
  }
}

/** An endpoint with the parts that a call needs: its types, method, path, responses and refusals. */
export type Callable = Pick<Endpoint, 'method' | 'path' | 'responses' | 'refusals'>;

/**
 * The result of a call:
 * - `ok`: it did what was asked; the response with its value;
 * - `late`: it did nothing, because somebody else was first. The endpoint declares this response, whose value is the current state.
 * The types keep callers from taking it for `ok`;
 * - `refused`: a refusal. `name` is the endpoint's name for it, undefined for one that it does not declare;
 * - `unreachable`: no response in time, one that cannot be read, or a refusal that is not our server's, which is `foreign`.
 */
export type Result<E extends Callable> =
  | ({ readonly kind: 'ok' } & DoneOf<E>)
  | ({ readonly kind: 'late' } & LateOf<E>)
  | {
      readonly kind: 'refused';
      readonly name: RefusalName<E> | undefined;
      readonly status: number;
      readonly text: string;
      readonly retryAfterMs: number;
    }
  | { readonly kind: 'unreachable'; readonly foreign?: Pick<RawResponse, 'status' | 'text'> };

type Given<Name extends string, Value> = unknown extends Value
  ? object
  : [Value] extends [undefined]
    ? object
    : undefined extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** The input of a call: what the endpoint needs, and options. */
export type CallInput<E extends Callable> = Given<'params', ParamsOf<E['path']>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> &
  Pick<RawRequest, 'token' | 'signal' | 'timeoutMs'>;

interface AnyInput extends RawRequest {
  readonly params?: never;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Finds the refusal of a response by its status, and by its text when several have that status. Undefined when the refusal is not
 * our server's. Without our mark it counts as ours only when the text is exactly one of the endpoint's.
 */
function refusalOf(
  { refusals }: Callable,
  { status, text, isOurRefusal: isOurs }: RawResponse,
): { readonly name: string | undefined } | undefined {
  const same = Object.entries(refusals).filter(([, refusal]) => refusal.status === status);
  const exact = same.find(([, refusal]) => refusal.text === text);
  if (!exact && !isOurs) return undefined;
  return { name: (exact ?? same[0])?.[0] };
}

function readValue(schema: Endpoint['responses'][number], text: string): { readonly value: unknown } | undefined {
  try {
    const read = schema.safeParse(text === '' ? null : JSON.parse(text));
    return read.success ? { value: read.data } : undefined;
  } catch {
    return undefined;
  }
}

/** The address of an endpoint with its parameters and query. */
export function urlOf<E extends Callable>(endpoint: E, input: CallInput<E>): string {
  const { params, query } = input as AnyInput;
  const path = pathOf(endpoint, params);
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path;
}

/** Calls an endpoint and reads its response. */
export async function call<E extends Callable>(fetch: Fetch, endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const response = await exchange(fetch, urlOf(endpoint, input), { ...(input as AnyInput), method: endpoint.method });
  if (!response) return { kind: 'unreachable' };
  const { status, text, retryAfterMs } = response;
  const schema = (endpoint.responses as Endpoint['responses'])[status];
  if (schema) {
    const read = readValue(schema, text);
    const kind = status < 400 ? 'ok' : 'late';
    return read ? ({ kind, status, ...read } as Result<E>) : { kind: 'unreachable' };
  }
  if (status < 400) return { kind: 'unreachable' };
  const refusal = refusalOf(endpoint, response);
  if (!refusal) return { kind: 'unreachable', foreign: { status, text } };
  return { kind: 'refused', name: refusal.name as RefusalName<E> | undefined, status, text, retryAfterMs };
}
