/**
 * Sends an HTTP request and reads the whole response. It has a time limit, ends when its signal is aborted, and never throws. `fetch` is
 * a parameter. `http.ts` calls endpoints with it, and opens streams with the same arguments of `fetch` (`initOf`).
 */
import { refusalHeader } from '#contract/refusal-mark.ts';
import { anySignal } from './any-signal.ts';

export type Fetch = typeof globalThis.fetch;

/** A response as it arrived. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** From `Retry-After`; 0 when the server named no time. */
  readonly retryAfterMs: number;
  /** Whether our server refused, and not something between here and the server. */
  readonly isOurRefusal: boolean;
}

export interface RawRequest {
  readonly method?: string;
  readonly token?: string | undefined;
  /** Headers in addition to those of the token and the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Defaults to `no-store`. */
  readonly cache?: RequestCache;
  /** Whether the request continues when its page is left. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A call without a response within this time is given up. */
const responseWithinMs = 15_000;

/** The arguments of `fetch` for a request, except its signal. */
export const initOf = ({
  method = 'GET',
  token,
  headers,
  body,
  cache = 'no-store',
  keepalive = false,
}: RawRequest) => ({
  method,
  headers: {
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  cache,
  keepalive,
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

function retryAfterMsOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** Whether a response is marked as a refusal of our server. */
export const isOurRefusal = ({ status, headers }: Response): boolean => headers.get(refusalHeader) === String(status);

/** Sends a request and reads the whole response as text; undefined when none came in time. */
export async function exchange(fetch: Fetch, url: string, request: RawRequest = {}): Promise<RawResponse | undefined> {
  const { signal, timeoutMs = responseWithinMs } = request;
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, { ...initOf(request), signal: anySignal(signals) });
    return {
      status: response.status,
      text: await response.text(),
      retryAfterMs: retryAfterMsOf(response),
      isOurRefusal: isOurRefusal(response),
    };
  } catch {
    // The person is told the same when there is no connection, when no response comes in time, and when the caller aborts.
    return undefined;
  }
}
