import type { ReadInvited } from '#server/people/service.ts';
import { findStandingInvitations } from './store-links.ts';

/** Who is invited to the desk, for the records of people. */
export const readInvited: ReadInvited = async (db, at) => {
  const standing = await findStandingInvitations(db, at.toISOString());
  return new Map(standing.map(({ person_id, role }) => [person_id, role]));
};
