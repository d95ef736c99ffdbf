import { running } from '../request/beside.ts';
import type { PortalState } from '../state.ts';

/** The text of the locked portal: what opens with the code, and that visible requests go on. */
export function lockedText({ request, beside }: Pick<PortalState, 'request' | 'beside'>): string {
  if (request.status === 'none') {
    return 'Request an agent, get AnyDesk, send the intake: with the access code of your store.';
  }
  // A request that is still loading may have ended long ago.
  const { length } = running([...beside, ...(request.status === 'known' ? [request.view] : [])]);
  const goesOn = length > 1 ? 'Your requests go on. ' : 'Your request goes on. ';
  return `${length > 0 ? goesOn : ''}The rest opens with the access code of your store.`;
}
