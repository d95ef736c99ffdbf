/** What somebody's presence is at this moment, and whether they can be rung. Pure. */
import type { PresentPerson } from '#contract/desk/live-endpoints.ts';
import { type Permission, permissionsOf } from '#contract/desk/permissions.ts';
import type { ShiftPerson } from '#server/people/service.ts';
import type { StoredPresence } from './store.ts';

const may = ({ role }: Pick<ShiftPerson, 'role'>, permission: Permission): boolean =>
  role !== null && permissionsOf(role).includes(permission);

/**
 * A person's presence at this moment. If a shift began or ended after the stored presence, the beginning makes it available and the end
 * makes it away; a presence in a deal stays. A person without an account is available while on shift, and one whose role takes no
 * requests never is.
 */
export function presenceOf(
  { role, on_shift_at }: Pick<ShiftPerson, 'role' | 'on_shift_at'>,
  stored: Pick<StoredPresence, 'state' | 'since' | 'shift_at'> | undefined,
): Pick<PresentPerson, 'presence' | 'since'> {
  const byShift = { presence: on_shift_at === null ? 'away' : 'available', since: on_shift_at } as const;
  if (role === null) return byShift;
  if (!may({ role }, 'workRequests')) return { presence: 'away', since: null };
  const { state, since, shift_at } = stored ?? { state: 'away', since: null, shift_at: null };
  return on_shift_at === shift_at || state === 'in-deal' ? { presence: state, since } : byShift;
}

/** Somebody who takes requests, or is rung when nobody else does. */
export interface Reachable extends PresentPerson {
  /** Can take a request now: by a console, or by the link that somebody without an account is sent. */
  readonly available: boolean;
  /** Has an account that takes requests, so that a console can ring. */
  readonly hasConsole: boolean;
  /** Switched on call, and has a role that is rung then. */
  readonly rungOnCall: boolean;
}

/** Somebody with their presence; undefined when they take no requests at all. */
export function presentPerson(person: ShiftPerson, stored: StoredPresence | undefined): Reachable | undefined {
  const hasConsole = may(person, 'workRequests');
  if (person.role !== null && !hasConsole) return undefined;
  const present = presenceOf(person, stored);
  const onCall = person.on_call_at !== null;
  return {
    id: person.id,
    name: person.name,
    ...present,
    onShift: person.on_shift_at !== null,
    onCall,
    available: present.presence === 'available',
    hasConsole,
    rungOnCall: onCall && may(person, 'beOnCall'),
  };
}

/** Whether a new request reaches this person now: on shift, or by a console that rings. */
export const isRungOrOnShift = ({ onShift, available, rungOnCall }: Reachable): boolean =>
  onShift || available || rungOnCall;
