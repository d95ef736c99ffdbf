/** What becomes of a request whose portal was left before the result came. */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { PortalEnv } from '../env.ts';
import type { LeftRequest } from '../state.ts';
import type { CreateOutcome } from './create-request.ts';

/** The pause before the tab asks again for the token of a request whose portal was left. */
const adoptAgainMs = 3000;

interface LeftOptions {
  readonly env: Pick<PortalEnv, 'sleep'>;
  /**
   * Gets the newest request of the session that was left, and keeps its view token when `isTheirs`. Resolves to false when it must be
   * tried again.
   */
  readonly adopt: (isTheirs: (view: RequestView) => boolean) => Promise<boolean>;
  /** Call it when a request is known to have arrived. Returns whether its result was unknown. */
  readonly arrived: (view: RequestView) => boolean;
  readonly tell: (result: LeftRequest) => void;
}

/**
 * Tells the result, and asks until the tab has the request's view token: without it, this tab could neither show nor cancel the request.
 * A request whose answer was lost may have arrived as well. It is told as failed until the server shows it.
 */
export async function settleLeft(
  outcome: CreateOutcome['kind'],
  { env, adopt, arrived, tell }: LeftOptions,
): Promise<void> {
  let told: LeftRequest = 'none';
  let isSent = outcome === 'sent';
  for (;;) {
    const isSettled =
      outcome === 'locked' ||
      (await adopt((view) => {
        isSent ||= arrived(view);
        return isSent;
      }));
    const result = isSent ? 'sent' : 'failed';
    if (result !== told) tell(result);
    told = result;
    if (isSettled) return;
    await env.sleep(adoptAgainMs, new AbortController().signal);
  }
}
