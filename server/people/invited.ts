/** Who is invited to an account. The invitations are the sign-in's (`server/sign-in`); here is what the records of people ask of them. */
import type { Role } from '#contract/desk/permissions.ts';
import type { Reader } from '#server/database/open.ts';
import type { ShiftPerson } from './store.ts';

/**
 * The roles that people have once their invitations are confirmed, by the ids of the people. Somebody who is in it has that role and
 * an account already, as far as others touch their record: it becomes the record of the account.
 */
export type Invited = ReadonlyMap<string, Role>;

/** Reads who is invited: by invitations that somebody can still accept or confirm. */
export type ReadInvited = (db: Reader, at: Date) => Promise<Invited>;

/** Nobody: for a check that asks about accounts alone. */
export const nobodyInvited: Invited = new Map();

/** A person with the role that they are invited to. */
export interface Invitable {
  readonly id: string;
  readonly role: Role | null;
  /** Null without an invitation. */
  readonly invitedTo: Role | null;
}

/** A person as the rules about who touches whom look at them. */
export const withInvitation = <P extends Pick<ShiftPerson, 'id' | 'role'>>(
  person: P,
  invited: Invited,
): P & Invitable => ({ ...person, invitedTo: invited.get(person.id) ?? null });

/** Whether their mail address signs in, or will once their invitation is confirmed. */
export const hasOwnAddress = ({ role, invitedTo }: Invitable): boolean => role !== null || invitedTo !== null;
