/**
 * Follows one request as it changes: by its event stream, which resumes after every break, and by asking again every few
 * seconds while no stream comes through.
 */
import * as z from 'zod/mini';
import { createEventReader, type StreamEvent } from '#client/lib/live-stream.ts';
import { isOver, type RequestView, requestView } from '#contract/agent-request.ts';
import { requestEventsPath, streamEvents } from '#contract/portal.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { isOlder } from './is-older.ts';

/** How the page hears: at once, by asking, or not at all now. */
export type Hearing = 'live' | 'asking' | 'cut off';

/** Why following ended: the request is over, the token died, or it shows no such request. */
export type Ending = 'over' | 'locked' | 'gone';

export interface Follower {
  readonly onView: (view: RequestView) => void;
  readonly onHearing: (hearing: Hearing) => void;
  readonly onEnd: (ending: Ending) => void;
}

export interface Following {
  stop(): void;
  /** Tries again now, unless the stream is there: the network came back, or somebody looks at the page again. */
  hurry(): void;
}

/** How long until the stream is tried again, after so many tries in a row without a word from it. */
export const streamPausesMs = [500, 1000, 2000, 4000, 8000, 15_000] as const;
export const askEveryMs = 3000;
/** A stream that said nothing for so long is dead, whatever the connection looks like. */
const silentForMs = 2 * streamEvents.heartbeatMs;

const pauseAfter = (failures: number): number => streamPausesMs[Math.min(failures, streamPausesMs.length - 1)] ?? 0;

/** The request in an event; `undefined` for one that cannot be read. */
function viewIn(data: string): RequestView | undefined {
  try {
    const read = z.safeParse(requestView, JSON.parse(data));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export function followRequest(
  { fetch, sleep, api }: Pick<PortalEnv, 'fetch' | 'sleep'> & { readonly api: Pick<Api, 'request'> },
  { id, token }: { readonly id: string; readonly token: string },
  { onView, onHearing, onEnd }: Follower,
): Following {
  const ended = new AbortController();
  let hurried = new AbortController();
  let latest: RequestView | undefined;
  let hearing: Hearing | undefined;

  const isLive = () => hearing === 'live';
  const hear = (next: Hearing) => {
    if (hearing === next || ended.signal.aborted) return;
    hearing = next;
    onHearing(next);
  };
  const end = (ending: Ending) => {
    if (ended.signal.aborted) return;
    ended.abort();
    onEnd(ending);
  };
  const show = (view: RequestView) => {
    if (ended.signal.aborted || (latest && isOlder(view, latest))) return;
    latest = view;
    onView(view);
    if (isOver(view)) end('over');
  };
  const pause = (ms: number) => sleep(ms, AbortSignal.any([ended.signal, hurried.signal]));
  const endOf = (status: number): Ending | undefined => (({ 401: 'locked', 404: 'gone' }) as const)[status];

  function take({ type, data }: StreamEvent): void {
    if (type === streamEvents.locked) end('locked');
    const view = type === streamEvents.request ? viewIn(data) : undefined;
    if (view) show(view);
  }

  /** Reads the stream until it breaks. Resolves with whether anything came. */
  async function readStream(): Promise<boolean> {
    const broken = new AbortController();
    let watch = setTimeout(() => broken.abort(), silentForMs);
    let heard = false;
    try {
      const response = await fetch(requestEventsPath(id), {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          ...(latest && { 'last-event-id': String(latest.version) }),
        },
        signal: AbortSignal.any([ended.signal, hurried.signal, broken.signal]),
        cache: 'no-store',
      });
      const ending = endOf(response.status);
      if (ending) end(ending);
      if (!response.ok || !response.body) return false;
      const read = createEventReader(take);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return heard;
        clearTimeout(watch);
        watch = setTimeout(() => broken.abort(), silentForMs);
        heard = true;
        hear('live');
        read(value);
      }
    } catch {
      // The network, the server or the silence ended it; the loop tries again.
      return heard;
    } finally {
      clearTimeout(watch);
    }
  }

  async function stream(): Promise<void> {
    let failures = 0;
    while (!ended.signal.aborted) {
      const heard = await readStream();
      if (ended.signal.aborted) return;
      if (isLive()) hear('asking');
      failures = heard ? 0 : failures + 1;
      await pause(pauseAfter(failures));
    }
  }

  async function ask(): Promise<void> {
    while (!ended.signal.aborted) {
      if (!isLive()) {
        const answer = await api.request(id, token);
        if (answer.kind === 'ok') show(answer.value);
        else if (answer.kind === 'refused') {
          const ending = endOf(answer.status);
          if (ending) end(ending);
        }
        // The stream may have come back while the answer was on its way.
        if (!isLive()) hear(answer.kind === 'ok' ? 'asking' : 'cut off');
      }
      await pause(askEveryMs);
    }
  }

  void stream();
  // The stream begins with the request as it stands; asking is for when it does not come through.
  void pause(askEveryMs).then(ask);

  return {
    stop: () => ended.abort(),
    hurry: () => {
      if (isLive()) return;
      hurried.abort();
      hurried = new AbortController();
    },
  };
}
