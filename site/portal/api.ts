/** The portal's API, one function a call (`contract/portal.ts`). */
import type { Clocks, ServerClock } from '#client/lib/clock.ts';
import { type Callable, type CallInput, call, type Fetch, initOf, type Result } from '#client/lib/http.ts';
import {
  cancelRequest,
  endSession,
  giveAnydesk,
  openSession,
  type SessionBody,
  takeBackCancel,
  viewCurrentRequest,
  viewRequest,
  viewSession,
} from '#contract/portal.ts';

/** What a change of a request came to: the request as it stands then, or why it was not changed. */
export type RequestResult = Result<typeof giveAnydesk> | Result<typeof cancelRequest> | Result<typeof takeBackCancel>;

export type Api = ReturnType<typeof createApi>;

export interface ApiOptions {
  readonly fetch: Fetch;
  readonly clocks: Clocks;
  /** Each response that tells the server's time sets it. */
  readonly clock: ServerClock;
}

/** The server's time in a value, if it tells it. */
const serverNowIn = (value: unknown): string | undefined => {
  const { serverNow, request } = Object(value) as { serverNow?: string; request?: { serverNow: string } };
  return serverNow ?? request?.serverNow;
};

export function createApi({ fetch, clocks, clock }: ApiOptions) {
  async function ask<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
    const sentAtMs = clocks.steady();
    const result = await call(fetch, endpoint, input);
    const serverNow = result.kind === 'ok' ? serverNowIn(result.value) : undefined;
    if (serverNow !== undefined) clock.onResponse(serverNow, sentAtMs);
    return result;
  }

  return {
    openSession: (body: SessionBody) => ask(openSession, { body }),
    view: (token: string) => ask(viewSession, { token }),
    /** Nobody waits for it: without a connection the session runs out by itself. */
    endSession: (token: string): void => {
      const { method, path } = endSession;
      fetch(path, { ...initOf({ method, token }), keepalive: true }).catch(() => undefined);
    },
    current: (token: string) => ask(viewCurrentRequest, { token }),
    request: (id: string, token: string) => ask(viewRequest, { params: { id }, token }),
    giveAnydesk: (id: string, token: string, address: string) =>
      ask(giveAnydesk, { params: { id }, token, body: { address } }),
    cancel: (id: string, token: string) => ask(cancelRequest, { params: { id }, token }),
    takeBack: (id: string, token: string) => ask(takeBackCancel, { params: { id }, token }),
  };
}
