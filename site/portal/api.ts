/**
 * The portal's API: one function for each call (`contract/portal-endpoints.ts`). The endpoints with their schemas are loaded when
 * the person types the code, or with the first call. The locked portal is shown without them.
 */
import type { Clocks, ServerClock } from '#client/lib/clock.ts';
import { exchange, type Fetch, type RawRequest } from '#client/lib/exchange.ts';
import { type Callable, type CallInput, call, type Result, readStream, urlOf } from '#client/lib/http.ts';
import { createEventReader } from '#client/lib/live-stream.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { sessionPath, streamEvents } from '#contract/portal.ts';
import type { SessionBody } from '#contract/portal-endpoints.ts';

/** The module of the endpoints. */
export type Endpoints = typeof import('#contract/portal-endpoints.ts');

/** The result of a change of a request: the new view of the request, or why it was not changed. */
export type RequestResult =
  | Result<Endpoints['giveAnydesk']>
  | Result<Endpoints['cancelRequest']>
  | Result<Endpoints['takeBackCancel']>;

export type Api = ReturnType<typeof createApi>;

interface ApiOptions {
  readonly fetch: Fetch;
  readonly clocks: Clocks;
  /** The clock that is set by each response with the server's time. */
  readonly clock: ServerClock;
  /** Loads the endpoints. Rejects when they cannot be loaded. */
  readonly loadEndpoints: () => Promise<Endpoints>;
}

/** The reader of a request's event stream. */
interface StreamReader {
  readonly signal: AbortSignal;
  /** Called for everything that arrives, before it is read. */
  readonly onPiece: () => void;
  readonly onView: (view: RequestView) => void;
  /** Called when the token is no longer valid. */
  readonly onLocked: () => void;
}

/** Endpoints that are not loaded by then count as a server that cannot be reached. */
const loadWithinMs = 15_000;

/** The server's time in a value, if it tells it. */
const serverNowIn = (value: unknown): string | undefined => {
  const { serverNow, request } = Object(value) as { serverNow?: string; request?: { serverNow: string } };
  return serverNow ?? request?.serverNow;
};

/** The request in an event; `undefined` for one that cannot be read. */
function viewIn({ viewRequest }: Endpoints, data: string): RequestView | undefined {
  try {
    const read = viewRequest.responses[200].safeParse(JSON.parse(data));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export function createApi({ fetch, clocks, clock, loadEndpoints }: ApiOptions) {
  let loaded: Endpoints | undefined;
  /** The endpoints; `undefined` when they cannot be loaded now. The next call tries again. */
  async function load(): Promise<Endpoints | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, loadWithinMs));
    loaded ??= await Promise.race([loadEndpoints().catch(() => undefined), late]);
    return loaded;
  }

  async function ask<E extends Callable>(choose: (endpoints: Endpoints) => E, input: CallInput<E>): Promise<Result<E>> {
    const endpoints = loaded ?? (await load());
    if (!endpoints) return { kind: 'unreachable' };
    const sentAtMs = clocks.steady();
    const result = await call(fetch, choose(endpoints), input);
    const serverNow = result.kind === 'ok' ? serverNowIn(result.value) : undefined;
    if (serverNow !== undefined) clock.onResponse(serverNow, sentAtMs);
    return result;
  }

  return {
    /** Loads the endpoints before the first call needs them. That call handles a failure. */
    prepare: (): void => void load(),
    openSession: (body: SessionBody) => ask((all) => all.openSession, { body }),
    view: (token: string) => ask((all) => all.viewSession, { token }),
    /**
     * Ends a session. Nobody waits for the answer: without a connection the session runs out by itself. It is sent at once, with
     * `keepalive`, because the document may be about to close.
     */
    endSession: (token: string): void =>
      void exchange(fetch, sessionPath, { method: 'DELETE', token, keepalive: true }),
    current: (token: string) => ask((all) => all.viewCurrentRequest, { token }),
    request: (id: string, token: string, limits: Pick<RawRequest, 'signal' | 'timeoutMs'> = {}) =>
      ask((all) => all.viewRequest, { params: { id }, token, ...limits }),
    /**
     * Reads the event stream of a request until it breaks.
     *
     * @returns the status of the response; `undefined` when none came
     */
    async follow(id: string, token: string, reader: StreamReader): Promise<number | undefined> {
      const { signal, onPiece, onView, onLocked } = reader;
      const endpoints = loaded ?? (await load());
      if (!endpoints) return undefined;
      const read = createEventReader(({ type, data }) => {
        if (type === streamEvents.locked) onLocked();
        const view = type === streamEvents.request ? viewIn(endpoints, data) : undefined;
        if (view) onView(view);
      });
      const url = urlOf(endpoints.followRequest, { params: { id } });
      const headers = { accept: 'text/event-stream' };
      return readStream(fetch, url, { token, headers, signal }, (piece) => {
        onPiece();
        read(piece);
      });
    },
    /** @param seen the version of the request that the page shows, here and in the next two calls */
    giveAnydesk: (id: string, token: string, seen: number | undefined, address: string) =>
      ask((all) => all.giveAnydesk, { params: { id }, token, body: { address, seen } }),
    cancel: (id: string, token: string, seen: number | undefined) =>
      ask((all) => all.cancelRequest, { params: { id }, token, body: { seen } }),
    takeBack: (id: string, token: string, seen: number | undefined) =>
      ask((all) => all.takeBackCancel, { params: { id }, token, body: { seen } }),
  };
}
