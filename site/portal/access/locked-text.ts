import { running } from '../request/beside.ts';
import type { LockReason, PortalState } from '../state.ts';
import { lockReasonTexts } from './check-code.ts';

/** The text of the locked portal: why it was locked by itself, that visible requests go on, and what opens with the code. */
export function lockedText({ request, beside }: Pick<PortalState, 'request' | 'beside'>, reason?: LockReason): string {
  const why = reason ? `${lockReasonTexts[reason]} ` : '';
  if (request.status === 'none') {
    return `${why}Request an agent, get AnyDesk, send the intake: with your access code.`;
  }
  // A request that is still loading may have ended long ago.
  const { length } = running([...beside, ...(request.status === 'known' ? [request.view] : [])]);
  const goesOn = `Your request${length > 1 ? 's go' : ' goes'} on. `;
  return `${why}${length > 0 ? goesOn : ''}The rest needs a code.`;
}
