/** The result of a change of a request, as the person reads it. */
import { portalRefusals } from '#contract/portal.ts';
import type { RequestResult } from '../api.ts';
import type { PortalEnv } from '../env.ts';

/** The result of a change of the request. `refused`: a text for the person says why. */
export type Change =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'failed' };

/** The refusals that a person can act on. Any other text of a server or proxy goes to the console (R39). */
const refusalTexts: Readonly<Record<number, string>> = {
  [portalRefusals.tooLate.status]: portalRefusals.tooLate.text,
  [portalRefusals.anydesk.status]: portalRefusals.anydesk.text,
};

/** The result of a change that was not made. What the person cannot act on is written to the console. */
export function failedChange(result: Exclude<RequestResult, { kind: 'ok' }>, log: PortalEnv['log']): Change {
  if (result.kind === 'unreachable') {
    const { foreign } = result;
    if (foreign) log(`${foreign.status} for a change of the request: ${foreign.text}`);
    return { kind: 'failed' };
  }
  const text = refusalTexts[result.status];
  if (text !== undefined) return { kind: 'refused', text };
  log(`${result.status} for a change of the request: ${result.text}`);
  return { kind: 'failed' };
}
