/** The portal's API, one function a call (`contract/portal.ts`). */
import * as z from 'zod/mini';
import type { Clocks, ServerClock } from '#client/lib/clock.ts';
import { requestView } from '#contract/agent-request.ts';
import {
  anydeskPath,
  cancelPath,
  currentRequest,
  currentRequestPath,
  portalView,
  requestPath,
  type SessionBody,
  session,
  sessionPath,
  takeBackPath,
} from '#contract/portal.ts';

/** What a call came to: its value, the server's refusal, or no usable answer at all. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string; readonly retryAfterMs: number }
  | { readonly kind: 'unreachable' };

const answerWithinMs = 15_000;

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly body?: unknown;
}

const headersOf = ({ token, body }: Call): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

const secondsOf = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/** Makes a call and reads its answer by a schema. */
export async function callFor<Schema extends z.core.$ZodType>(
  fetch: typeof globalThis.fetch,
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<Answer<z.output<Schema>>> {
  try {
    const response = await fetch(path, {
      method: call.method ?? 'GET',
      headers: headersOf(call),
      signal: AbortSignal.timeout(answerWithinMs),
      cache: 'no-store',
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      return { kind: 'refused', status: response.status, text, retryAfterMs: secondsOf(response) * 1000 };
    }
    const read = z.safeParse(schema, JSON.parse(text));
    return read.success ? { kind: 'ok', value: read.data } : { kind: 'unreachable' };
  } catch {
    // No connection, no answer in time, or one that is no JSON: to the person it is the same.
    return { kind: 'unreachable' };
  }
}

export type Api = ReturnType<typeof createApi>;

export interface ApiOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clocks: Clocks;
  /** Each answer that tells the server's time sets it. */
  readonly clock: ServerClock;
}

export function createApi({ fetch, clocks, clock }: ApiOptions) {
  async function ask<Schema extends z.core.$ZodType>(
    path: string,
    schema: Schema,
    call: Call,
    timeIn: (value: z.output<Schema>) => string | undefined,
  ): Promise<Answer<z.output<Schema>>> {
    const sentAtMs = clocks.steady();
    const answer = await callFor(fetch, path, schema, call);
    const serverNow = answer.kind === 'ok' ? timeIn(answer.value) : undefined;
    if (serverNow !== undefined) clock.onResponse(serverNow, sentAtMs);
    return answer;
  }
  const askForRequest = (path: string, call: Call) => ask(path, requestView, call, ({ serverNow }) => serverNow);

  return {
    openSession: (body: SessionBody) =>
      ask(sessionPath, session, { method: 'POST', body }, ({ serverNow }) => serverNow),
    view: (token: string) => ask(sessionPath, portalView, { token }, ({ serverNow }) => serverNow),
    /** Nobody waits for it: without a connection the session runs out by itself. */
    endSession: (token: string): void => {
      const headers = headersOf({ token });
      fetch(sessionPath, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
    },
    current: (token: string) => ask(currentRequestPath, currentRequest, { token }, (found) => found?.request.serverNow),
    request: (id: string, token: string) => askForRequest(requestPath(id), { token }),
    giveAnydesk: (id: string, token: string, address: string) =>
      askForRequest(anydeskPath(id), { method: 'POST', token, body: { address } }),
    cancel: (id: string, token: string) => askForRequest(cancelPath(id), { method: 'POST', token, body: {} }),
    takeBack: (id: string, token: string) => askForRequest(takeBackPath(id), { method: 'POST', token, body: {} }),
  };
}
