import { accessCodeLength, readAccessCode } from '#contract/access-code.ts';
import { portalRefusals, portalTexts } from '#contract/portal.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import type { Api } from '../api.ts';
import type { LockReason } from '../state.ts';
import type { ViewToken } from '../view-token.ts';

/** The result of checking an access code. `too many`: the next code is accepted after `waitMs`. */
type CodeResult =
  | { readonly kind: 'right'; readonly session: Session }
  | { readonly kind: 'wrong'; readonly symbols: number }
  | { readonly kind: 'too many'; readonly waitMs: number }
  | { readonly kind: 'unreachable' };

/** The wait after too many wrong codes when the server names no time. */
const minWaitMs = 1000;

/** How many letters and digits of a code were typed. A code with too few or too many is wrong, and the server is not asked. */
export const symbolsOf = (typed: string): number => readAccessCode(typed).length;
export const isComplete = (typed: string): boolean => symbolsOf(typed) === accessCodeLength;

/**
 * Opens a session with a complete code and loads the code of the open portal meanwhile. Both have to succeed.
 *
 * @param loadScreen rejects when the code of the open portal cannot be loaded
 * @param kept the requests that this tab already has, which the new session takes over
 */
export async function checkCode(
  loadScreen: () => Promise<unknown>,
  api: Pick<Api, 'openSession' | 'endSession'>,
  typed: string,
  kept: readonly ViewToken[],
): Promise<CodeResult> {
  const loading = loadScreen().then(
    () => true,
    () => false,
  );
  const [resume, ...resumeBeside] = kept;
  const others = resumeBeside.length > 0 && { resumeBeside };
  const result = await api.openSession({ code: typed, ...(resume && { resume }), ...others });
  if (result.kind === 'ok') {
    if (await loading) return { kind: 'right', session: result.value };
    api.endSession(result.value.token);
    return { kind: 'unreachable' };
  }
  if (result.kind === 'refused' && result.status === 401) return { kind: 'wrong', symbols: symbolsOf(typed) };
  if (result.kind === 'refused' && result.status === 429) {
    return { kind: 'too many', waitMs: Math.max(minWaitMs, result.retryAfterMs) };
  }
  return { kind: 'unreachable' };
}

/** The texts of the access form when the portal was locked by itself. */
export const lockReasonTexts: Record<LockReason, string> = {
  'session ended': portalRefusals.locked.text,
  'code ended': portalRefusals.codeEnded.text,
  'failed request': portalTexts.sendFailed,
};
