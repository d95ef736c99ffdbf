/** How somebody's presence reads. Pure. */
import type { BoardPerson } from '#contract/desk/board-schemas.ts';

const words = {
  available: 'available',
  'in-deal': 'in a deal',
  'wrap-up': 'wrap-up',
  away: 'away',
} as const satisfies Record<NonNullable<BoardPerson['presence']>, string>;

/** Where somebody is. People without an account count as available while they are on shift. */
export function presenceText({ presence, onShift }: Pick<BoardPerson, 'presence' | 'onShift'>): string {
  if (presence !== null) return words[presence];
  return onShift ? 'on shift, by link' : 'off shift';
}

/** Whether somebody would be rung now. */
export const isReachable = ({ presence, onShift }: Pick<BoardPerson, 'presence' | 'onShift'>): boolean =>
  presence === null ? onShift : presence === 'available';
