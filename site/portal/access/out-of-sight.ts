import { brand } from '#brand/brand.ts';
import { referenceOf } from '#contract/reference.ts';
import type { OutOfSight } from '../state.ts';

/** The last known state of a request. */
function lastKnown({ id, view }: OutOfSight): string {
  const who = view?.acceptedBy ? `${view.acceptedBy} had it` : 'nobody had it yet';
  const how = view ? `was open when this page last saw it: ${who}` : 'may go on';
  return `Request ${view?.reference ?? referenceOf(id)} ${how}.`;
}

/** The last known state of a request that the page can no longer follow, and whom to call about it. */
export const outOfSightText = (lost: OutOfSight): string =>
  `${lastKnown(lost)} This page can no longer follow it. Enter your access code to look for it, or call ${brand.directLine}.`;

/** The same in the open portal, which has looked for the request in vain. */
export const notFoundText = (lost: OutOfSight): string =>
  `${lastKnown(lost)} This page cannot find it any more. Ask again, or call ${brand.directLine}.`;
