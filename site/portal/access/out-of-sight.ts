import { brand } from '#brand/brand.ts';
import { referenceOf } from '#contract/reference.ts';
import type { OutOfSight } from '../state.ts';

/** What stands of a cancelled request whose minute was not over. */
export const cancelledText = ({ view }: OutOfSight): string | undefined =>
  view?.closing?.as === 'cancelled'
    ? `Request ${view.reference} was cancelled. It can no longer be taken back here.`
    : undefined;

/** The last known state of a request. */
export function lastKnown({ id, view }: OutOfSight): string {
  const who = view?.acceptedBy ? `${view.acceptedBy} had it` : 'nobody had it yet';
  const how = view ? `was open when this page last saw it: ${who}` : 'may go on';
  return `Request ${view?.reference ?? referenceOf(id)} ${how}.`;
}

/** The last known state of a request that the page can no longer follow, and whom to call about it. */
export const outOfSightText = (lost: OutOfSight): string =>
  cancelledText(lost) ??
  `${lastKnown(lost)} This page can no longer follow it. Enter your code, or call ${brand.directLine}.`;
