/** The sign-in's changes of people: prepares a person for an account, and later gives them their role. */
import { permissionsOf, type Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { type Invited, nobodyInvited } from './invited.ts';
import { type Reaches, switchShift } from './shift.ts';
import {
  findPeopleByIds,
  findPerson,
  hasAccountWith,
  insertPeople,
  mailKeyOf,
  type ShiftPerson,
  updatePerson,
} from './store.ts';

/** `personChanged`: somebody has changed the person since the form that names them was opened. */
export type NoAccountReason = 'nameTaken' | 'emailTaken' | 'hasAccount' | 'notFound' | 'personChanged';

/** The person of an account to come: somebody in the list already (`personId`), or somebody new. */
interface AccountPerson {
  readonly personId: string | null;
  readonly name: string;
  readonly email: string;
  /** The version of a listed person that the form showed: it may give another address to that one alone. */
  readonly version?: number | 'any' | undefined;
}

/**
 * Finds or adds the person of an account to come, and stores the address that will sign in. The role stays null. The caller must
 * hold the lock of people (`lockPeople`).
 */
export async function preparePerson(
  trx: Trx,
  { personId, name, email, version }: AccountPerson,
  invited: Invited,
  at: Date,
): Promise<ShiftPerson | NoAccountReason> {
  const known = personId === null ? await findPerson(trx, name) : (await findPeopleByIds(trx, [personId]))[0];
  if (personId !== null && !known) return 'notFound';
  if (known && known.role !== null) return personId === null ? 'nameTaken' : 'hasAccount';
  const mail_key = mailKeyOf(email);
  if (await hasAccountWith(trx, mail_key, known?.id ?? '', invited)) return 'emailTaken';
  if (known?.mail === email) return known;
  const isOverwritten = known && known.version !== version && version !== 'any';
  if (isOverwritten && personId !== null) return 'personChanged';
  if (isOverwritten && known.mail !== null) return 'nameTaken';
  const id = known?.id ?? mintId();
  if (known) await updatePerson(trx, known, { mail: email, mail_key });
  else await insertPeople(trx, [{ id, name, phone: null, mail: email, mail_key, created_at: at.toISOString() }]);
  await changed(trx, 'people', id);
  const [person] = await findPeopleByIds(trx, [id]);
  return person ?? 'notFound';
}

/** Why a person cannot get their first role. `notFound`: they were removed. */
export type NoFirstRole = 'notFound' | 'hasAccount' | 'noEmail' | 'emailTaken';

/**
 * Gives a person without a role their first one, and ends a shift that the role may not have. Returns why it is not possible;
 * undefined when it is done. The caller must hold the lock of people.
 */
export async function giveFirstRole(
  trx: Trx,
  personId: string,
  role: Role,
  reaches: Reaches,
  at: Date,
): Promise<NoFirstRole | undefined> {
  const [person] = await findPeopleByIds(trx, [personId]);
  if (!person) return 'notFound';
  if (person.role !== null) return 'hasAccount';
  if (person.mail_key === null) return 'noEmail';
  // When two people are invited with one address, the one who is confirmed first gets it.
  if (await hasAccountWith(trx, person.mail_key, personId, nobodyInvited)) return 'emailTaken';
  await updatePerson(trx, person, { role });
  const takesRequests = permissionsOf(role).includes('ownShift');
  if (person.on_shift_at !== null && !takesRequests) await switchShift(trx, person, false, reaches, at);
  await changed(trx, 'people', personId);
  return undefined;
}
