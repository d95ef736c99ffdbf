/** A person's presence in words. Pure. */
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import { presenceNames } from '#contract/desk/live.ts';

/** A person's presence in words. People without an account have none: they are on shift or off shift. */
export function presenceText({ presence, onShift }: Pick<BoardPerson, 'presence' | 'onShift'>): string {
  if (presence !== null) return presenceNames[presence].toLowerCase();
  return onShift ? 'on shift, by link' : 'off shift';
}

/** Whether a request would ring for a person now. People without an account count as available while they are on shift. */
export const isReachable = ({ presence, onShift }: Pick<BoardPerson, 'presence' | 'onShift'>): boolean =>
  presence === null ? onShift : presence === 'available';
