import { brand } from '#brand/brand.ts';
import { referenceOf } from '#contract/reference.ts';
import type { OutOfSight } from '../state.ts';

/** The last known state of a request that the page can no longer follow, and whom to call about it. */
export function outOfSightText({ id, view }: OutOfSight): string {
  const who = view?.acceptedBy ? `${view.acceptedBy} had it` : 'nobody had it yet';
  const how = view ? `was open when this page last saw it: ${who}` : 'may go on';
  return `Request ${view?.reference ?? referenceOf(id)} ${how}. This page can no longer follow it. Enter your access code to look for it, or call ${brand.directLine}.`;
}
