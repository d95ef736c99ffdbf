/**
 * The one way to call a server by HTTP. It gives up in time, ends when its signal is aborted, reads the response by the
 * endpoint's schemas, and never throws. `fetch` is a parameter. It loads no schema library itself.
 */
import {
  type BodyOf,
  type Endpoint,
  type EndpointShape,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type RefusalName,
  type ResponseOf,
} from '#contract/endpoint.ts';

export type Fetch = typeof globalThis.fetch;

/** A response as it arrived. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** From `Retry-After`; 0 when the server named no time. */
  readonly retryAfterMs: number;
}

export interface RawRequest {
  readonly method?: string;
  readonly token?: string | undefined;
  /** Headers besides those of the token and the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** A call that has no response by then is given up. */
const responseWithinMs = 15_000;

/** What `fetch` is called with for a request, but for its signal. */
export const initOf = ({
  method = 'GET',
  token,
  headers,
  body,
}: RawRequest): RequestInit & { headers: Record<string, string> } => ({
  method,
  headers: {
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  cache: 'no-store',
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

function retryAfterMsOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** Sends a request and reads the whole response as text; undefined when none came in time. */
export async function exchange(fetch: Fetch, url: string, request: RawRequest = {}): Promise<RawResponse | undefined> {
  const { signal, timeoutMs = responseWithinMs } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...initOf(request),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    return { status: response.status, text: await response.text(), retryAfterMs: retryAfterMsOf(response) };
  } catch {
    // No connection, no response in time, or nobody waits for it any more: to the person it is the same.
    return undefined;
  }
}

/**
 * Sends a request and hands on the text of its response piece by piece, until the stream ends or the signal is aborted. It has
 * no time limit.
 *
 * @param onPiece called for the pieces of a response whose status is a success
 * @returns the status; undefined when no response came
 */
export async function readStream(
  fetch: Fetch,
  url: string,
  request: Omit<RawRequest, 'signal' | 'timeoutMs'> & { readonly signal: AbortSignal },
  onPiece: (text: string) => void,
): Promise<number | undefined> {
  let status: number | undefined;
  try {
    const response = await fetch(url, { ...initOf(request), signal: request.signal });
    status = response.status;
    if (!response.ok || !response.body) return status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return status;
      onPiece(value);
    }
  } catch {
    // The network or the server broke the stream, or the caller has aborted it. What came before has been handed on.
    return status;
  }
}

/** An endpoint as the caller knows it: its types, and what is needed to call it. */
export type Callable = Pick<EndpointShape, 'method' | 'path' | 'responses'> & Pick<Endpoint, 'refusals'>;

/**
 * What a call came to:
 * - `ok`: a response that the endpoint declares, with its value;
 * - `refused`: a refusal. `name` is the endpoint's name for it, undefined for one that it does not declare;
 * - `unreachable`: no response in time, or one that cannot be read.
 */
export type Result<E extends Callable> =
  | ({ readonly kind: 'ok' } & ResponseOf<E>)
  | {
      readonly kind: 'refused';
      readonly name: RefusalName<E> | undefined;
      readonly status: number;
      readonly text: string;
      readonly retryAfterMs: number;
    }
  | { readonly kind: 'unreachable' };

type Given<Name extends string, Value> = undefined extends Value
  ? object
  : unknown extends Value
    ? object
    : { readonly [Key in Name]: Value };

/** What a call of an endpoint takes. */
export type CallInput<E extends Callable> = Given<'params', ParamsOf<E['path']>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> &
  Pick<RawRequest, 'token' | 'signal' | 'timeoutMs'>;

interface AnyInput extends RawRequest {
  readonly params?: never;
  readonly query?: Readonly<Record<string, string>>;
}

/** The refusal of a status; of several with one status, the one with this text. */
function refusalNameOf({ refusals }: Callable, { status, text }: RawResponse): string | undefined {
  const same = Object.entries(refusals).filter(([, refusal]) => refusal.status === status);
  return (same.find(([, refusal]) => refusal.text === text) ?? same[0])?.[0];
}

function readValue(schema: EndpointShape['responses'][number], text: string): { readonly value: unknown } | undefined {
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

/** Calls an endpoint and reads what came back. */
export async function call<E extends Callable>(fetch: Fetch, endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const response = await exchange(fetch, urlOf(endpoint, input), { ...(input as AnyInput), method: endpoint.method });
  if (!response) return { kind: 'unreachable' };
  const { status, text, retryAfterMs } = response;
  const schema = (endpoint.responses as EndpointShape['responses'])[status];
  if (schema) {
    const read = readValue(schema, text);
    return read ? ({ kind: 'ok', status, ...read } as Result<E>) : { kind: 'unreachable' };
  }
  if (status < 400) return { kind: 'unreachable' };
  const name = refusalNameOf(endpoint, response) as RefusalName<E> | undefined;
  return { kind: 'refused', name, status, text, retryAfterMs };
}
