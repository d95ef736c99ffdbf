/** Links and invitations as rows. */
import type { Insertable, Selectable, UpdateObject } from 'kysely';
import { type LinkKind, staffTimes } from '#contract/desk/session.ts';
import { changesAny, countChanged, dialectOf, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { ReadInvited } from '#server/people/service.ts';
import { isoBefore } from '#server/times.ts';
import type { StaffInvitationTable, StaffLinkTable } from './tables.ts';

export type Link = Selectable<StaffLinkTable>;
export type InvitationRow = Selectable<StaffInvitationTable>;

const links = (db: Reader) => db.selectFrom('staff_links').selectAll();

export const insertLink = (trx: Trx, link: Insertable<StaffLinkTable>) =>
  trx.insertInto('staff_links').values(link).execute();

const live = (db: Reader, at: Iso) =>
  links(db).where('used_at', 'is', null).where('ended_at', 'is', null).where('expires_at', '>', at);

/** Changes only links that were neither used nor ended. */
const updateUnused = (trx: Trx) =>
  trx.updateTable('staff_links').where('used_at', 'is', null).where('ended_at', 'is', null);

/** A link that still works. */
export const findLiveLink = (db: Reader, tokenHash: string, at: Iso): Promise<Link | undefined> =>
  live(db, at).where('token_hash', '=', tokenHash).executeTakeFirst();

/** The links of a kind and person that still work. With null: the set-up links, which have no person. */
export const findLiveLinksOf = (db: Reader, kind: LinkKind, personId: string | null, at: Iso): Promise<Link[]> =>
  live(db, at)
    .where('kind', '=', kind)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .execute();

export const findLink = (db: Reader, id: string): Promise<Link | undefined> =>
  links(db).where('id', '=', id).executeTakeFirst();

/** Uses a link up. Undefined when it does not work any more. When two callers try at once, one of them gets it. */
export async function spendLink(trx: Trx, kind: LinkKind, tokenHash: string, at: Iso): Promise<Link | undefined> {
  const isSpent = await updateUnused(trx)
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', at)
    .$call(changesAny);
  return isSpent ? findUsedLink(trx, tokenHash) : undefined;
}

/** A link that was used. */
export const findUsedLink = (db: Reader, tokenHash: string): Promise<Link | undefined> =>
  links(db).where('token_hash', '=', tokenHash).where('used_at', 'is not', null).executeTakeFirst();

/** Writes which session a link has. With `before`, only while it has that one. False when it has another by now. */
export async function setLinkSession(
  trx: Trx,
  id: string,
  sessionId: string | null,
  before?: string,
): Promise<boolean> {
  const all = trx.updateTable('staff_links').set({ session_id: sessionId }).where('id', '=', id);
  return changesAny(before === undefined ? all : all.where('session_id', '=', before));
}

/**
 * Shortens links of a kind that work for longer than such a link can, because they were made while the clock was ahead. A link that
 * another transaction has locked is left to the next run.
 */
export async function shortenLinks(db: Reader, kind: LinkKind, to: Iso, longerThan: Iso): Promise<void> {
  const long = db.selectFrom('staff_links').select('id').where('kind', '=', kind).where('expires_at', '>', longerThan);
  await db
    .updateTable('staff_links')
    .set({ expires_at: to })
    .where('id', 'in', dialectOf(db).skipLocked(long))
    .execute();
}

/** Ends the unused links of a kind that a person has, or with null the set-up links. */
export const endLinksOf = (trx: Trx, kind: LinkKind, personId: string | null, at: Iso) =>
  updateUnused(trx)
    .set({ ended_at: at })
    .where('kind', '=', kind)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .execute();

/**
 * Deletes at most `limit` links that ran out before a time. An invitation is deleted with its link when it is finished: confirmed,
 * withdrawn, or never accepted. An accepted one waits for its inviter. Resolves to the number of deleted links.
 */
export async function deleteLinks(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const slice = db
    .selectFrom('staff_links')
    .leftJoin('staff_invitations', 'staff_invitations.id', 'staff_links.id')
    .select('staff_links.id')
    .where('expires_at', '<', before)
    .where(({ or, eb }) =>
      or([
        eb('staff_invitations.accepted_at', 'is', null),
        eb('staff_invitations.confirmed_at', 'is not', null),
        eb('staff_invitations.ended_at', 'is not', null),
      ]),
    )
    .orderBy('expires_at')
    .limit(limit);
  return db.deleteFrom('staff_links').where('id', 'in', slice).$call(countChanged);
}

const invitations = (db: Reader) => db.selectFrom('staff_invitations').selectAll('staff_invitations');

/** Invitations that are neither confirmed nor ended. */
const openInvitations = (db: Reader) =>
  invitations(db).where('staff_invitations.ended_at', 'is', null).where('confirmed_at', 'is', null);

export const insertInvitation = (trx: Trx, invitation: Insertable<StaffInvitationTable>) =>
  trx.insertInto('staff_invitations').values(invitation).execute();

/** Invitations that are neither confirmed nor ended, of everybody or of one person. */
export function findOpenInvitations(db: Reader, personId?: string): Promise<InvitationRow[]> {
  const open = openInvitations(db);
  return (personId === undefined ? open : open.where('person_id', '=', personId)).execute();
}

/**
 * Whether an open invitation counts. An accepted one does not run out. Any other one ends with its link, or, when somebody used that,
 * with the time in which they must have set up their account.
 */
export const isStanding = (
  { accepted_at }: Pick<InvitationRow, 'accepted_at'>,
  { expires_at, used_at }: Pick<Link, 'expires_at' | 'used_at'>,
  at: Date,
): boolean =>
  accepted_at !== null ||
  expires_at > at.toISOString() ||
  (used_at !== null && used_at > isoBefore(at, staffTimes.enrollingForMs));

/** Who is invited to the desk. */
export const readInvited: ReadInvited = async (db, at) => {
  const open = await openInvitations(db)
    .innerJoin('staff_links', 'staff_links.id', 'staff_invitations.id')
    .select(['expires_at', 'used_at'])
    .execute();
  return new Map(open.filter((row) => isStanding(row, row, at)).map(({ person_id, role }) => [person_id, role]));
};

export const findInvitation = (db: Reader, id: string): Promise<InvitationRow | undefined> =>
  invitations(db).where('id', '=', id).executeTakeFirst();

/** The newest invitation of a person that was accepted and not ended. */
export const findAcceptedInvitation = (db: Reader, personId: string): Promise<InvitationRow | undefined> =>
  invitations(db)
    .where('person_id', '=', personId)
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('accepted_at', 'desc')
    .executeTakeFirst();

/**
 * Whether a person waits for the confirmation of their inviter. A person whose role was given and taken away again has a confirmed
 * invitation and does not wait.
 */
export const isAwaited = async (db: Reader, personId: string): Promise<boolean> =>
  (await findAcceptedInvitation(db, personId))?.confirmed_at === null;

/** Changes an invitation that is neither confirmed nor ended. False when it is confirmed or ended by now. */
export const changeInvitation = (
  trx: Trx,
  id: string,
  values: UpdateObject<Tables, 'staff_invitations'>,
): Promise<boolean> =>
  trx
    .updateTable('staff_invitations')
    .set(values)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .$call(changesAny);
