/** Requests whose result is not known when their portal is left. */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { PortalEnv } from '../env.ts';
import type { LeftRequest, PortalState } from '../state.ts';
import type { CreateOutcome, createRequestSender } from './create-request.ts';
import { unheardKey } from './unheard-key.ts';

/** The pause before the tab asks again for the token of a request whose portal was left. */
const adoptAgainMs = 3000;

interface LeftOptions {
  readonly env: Pick<PortalEnv, 'sleep' | 'storage' | 'onNotice'>;
  readonly get: () => Pick<PortalState, 'request' | 'beside'>;
  readonly set: (next: Pick<PortalState, 'leftRequest'>) => void;
  /** Undefined while its code is not loaded. */
  readonly sender: () => Pick<ReturnType<typeof createRequestSender>, 'arrived' | 'isAwaited' | 'forget'> | undefined;
  /** Gets the left session's newest request, and keeps its view token when `isTheirs`. False when it must be tried again. */
  readonly adopt: (token: string, isTheirs: (view: RequestView) => boolean) => Promise<boolean>;
}

export function createLeft({ env, get, set, sender, adopt }: LeftOptions) {
  return {
    /**
     * Tells the result of a request, and asks until the tab has the request's view token: without it, this tab could neither show nor
     * cancel the request. One whose answer was lost may have arrived as well. It is told as failed until the server shows it.
     * A server that stood still may answer before it takes the request, so only its second answer without the request counts.
     *
     * @param token the session's, which must not end meanwhile
     * @param before what the person was told before the portal was left
     * @param ids those that it may have, when they were forgotten (`forgetUnheard`)
     */
    async settle(
      token: string,
      outcome: CreateOutcome['kind'],
      before: LeftRequest = 'none',
      ids?: readonly string[],
    ): Promise<void> {
      let told = before;
      let isSent = outcome === 'sent';
      let mayArrive = sender()?.isAwaited(token, ids) ?? false;
      for (;;) {
        const isSettled =
          outcome === 'locked' ||
          (await adopt(token, (view) => {
            isSent ||= ids?.includes(view.answersId ?? view.id) ?? sender()?.arrived(view) ?? false;
            return isSent;
          }));
        const leftRequest = isSent ? 'sent' : 'failed';
        if (leftRequest !== told) {
          set({ leftRequest });
          env.onNotice();
        }
        told = leftRequest;
        if (isSettled && (isSent || !mayArrive)) return;
        mayArrive &&= !isSettled;
        await env.sleep(adoptAgainMs, new AbortController().signal);
      }
    },
    /** Notes that the requests which the person was shown have arrived. */
    noteShown(): void {
      const { request, beside } = get();
      for (const view of beside) sender()?.arrived(view);
      if (request.status === 'known') sender()?.arrived(request.view);
    },
    /** Forgets the requests without a known result, because the next person asks for something else. Returns their ids. */
    forgetUnheard(): readonly string[] {
      const ids = sender()?.forget() ?? [];
      env.storage.remove(unheardKey);
      return ids;
    },
  };
}
