/** Asks the server for the requests of a session until it answers. */
import type { RunningRequest } from '#contract/portal-endpoints.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { allIn } from '../view-token.ts';

export const searchEveryMs = 3000;

interface SearchHandlers {
  /** Called with the session's requests, the newest first. The search is over. */
  readonly onFound: (found: readonly RunningRequest[]) => void;
  /** Called with the answer when the server no longer accepts the session's token. The search is over. */
  readonly onUnauthorized: (answer: unknown) => void;
  /** Called after each try that had no answer. The search goes on. */
  readonly onUnreachable: () => void;
}

export function createSearch({ env, api }: { env: Pick<PortalEnv, 'sleep'>; api: Pick<Api, 'current'> }) {
  let searching: AbortController | undefined;
  function stop(): void {
    searching?.abort();
    searching = undefined;
  }
  return {
    stop,
    isUnderWay: (): boolean => searching !== undefined,
    /** Begins a search. An earlier one is given up. */
    async start(token: string, pauseMs: number, { onFound, onUnauthorized, onUnreachable }: SearchHandlers) {
      stop();
      searching = new AbortController();
      const { signal } = searching;
      if (pauseMs > 0) await env.sleep(pauseMs, signal);
      while (!signal.aborted) {
        const result = await api.current(token);
        if (signal.aborted) return;
        const isRefused = result.kind === 'refused' && result.status === 401;
        if (result.kind === 'ok' || isRefused) stop();
        if (result.kind === 'ok') return onFound(allIn(result.value));
        if (isRefused) return onUnauthorized(result);
        onUnreachable();
        await env.sleep(searchEveryMs, signal);
      }
    },
  };
}
