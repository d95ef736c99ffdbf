import { brand } from '#brand/brand.ts';
import { cancelledText, lastKnown } from '../access/out-of-sight.ts';
import type { OutOfSight } from '../state.ts';

/**
 * The text of a request out of sight (`out-of-sight.ts`) in the open portal. Before the session was asked for the request, nothing says that it is gone. Afterwards it may still go on,
 * when it was made with another code.
 */
export function lostText(lost: OutOfSight): string {
  const [what, orAsk] = lost.isNotFound
    ? ['cannot find it any more', ', or ask again']
    : ['can no longer follow it', ''];
  return (
    cancelledText(lost) ??
    `${lastKnown(lost)} This page ${what}. Call ${brand.directLine} to hear whether it goes on${orAsk}.`
  );
}
