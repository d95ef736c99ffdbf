/** Who is invited to an account: what the records of people need of the invitations, which the sign-in owns. */
import type { Role } from '#contract/desk/permissions.ts';
import type { Reader } from '#server/database/open.ts';
import type { ShiftPerson } from './store.ts';

/**
 * The roles of open invitations, by the invited person's id. For changes of a record by others, an invited person already counts as
 * having the role and an account, because the record will be the account's.
 */
export type Invited = ReadonlyMap<string, Role>;

/** Reads the invitations that can still be accepted or confirmed. */
export type ReadInvited = (db: Reader, at: Date) => Promise<Invited>;

/** No invitations: for a check of existing accounts only. */
export const nobodyInvited: Invited = new Map();

/** A person with the role that they are invited to. */
export interface Invitable {
  readonly id: string;
  readonly role: Role | null;
  /** The role of an open invitation; null without one. */
  readonly invitedTo: Role | null;
}

/** Adds the role of an open invitation to a person, for the rules about who may change whom. */
export const withInvitation = <P extends Pick<ShiftPerson, 'id' | 'role'>>(
  person: P,
  invited: Invited,
): P & Invitable => ({ ...person, invitedTo: invited.get(person.id) ?? null });

/** Whether the person's mail address signs in, or will once the invitation is confirmed. */
export const hasOwnAddress = ({ role, invitedTo }: Invitable): boolean => role !== null || invitedTo !== null;
