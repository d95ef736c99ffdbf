/** The invitations that nobody has confirmed or withdrawn yet: reads them, and ends them. */
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { anybodyByIds, type ShiftPerson } from '#server/people/service.ts';
import { deleteAccount, deleteFactors, lockAccount } from './store.ts';
import {
  changeInvitation,
  findInvitation,
  findLink,
  findOpenInvitations,
  type InvitationRow,
  isStanding,
} from './store-links.ts';
import type { SignInTools } from './tools.ts';

/** An invitation with the invited person and the inviter's name. */
export interface OpenInvitation {
  readonly row: InvitationRow;
  readonly person: ShiftPerson;
  readonly inviter: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export function createOpenInvitations({ storage, now, links, sessions }: SignInTools) {
  /** Ends an invitation, and deletes what was set up with it. */
  async function end(trx: Trx, { id, person_id: personId }: InvitationRow): Promise<boolean> {
    await lockAccount(trx, personId);
    await links.end(trx, 'invitation', personId);
    if (!(await changeInvitation(trx, id, { ended_at: now().toISOString() }))) return false;
    await sessions.endAll(trx, personId);
    await deleteFactors(trx, personId);
    await deleteAccount(trx, personId);
    // So the lists and the links that others show go, too.
    await changed(trx, 'people', personId);
    return true;
  }

  /**
   * Ends the invitations of a person whose links nobody has used. False when somebody sets up an account by one, or has done so: that one
   * may only be withdrawn.
   */
  async function endUnused(trx: Trx, personId: string): Promise<boolean> {
    await lockAccount(trx, personId);
    // Whoever uses a link at this moment is waited for here, and read below. Whoever comes later finds it ended.
    await links.end(trx, 'invitation', personId);
    for (const row of await findOpenInvitations(trx, personId)) {
      const link = await findLink(trx, row.id);
      if (link?.used_at && isStanding(row, link, now())) return false;
      await end(trx, row);
    }
    return true;
  }

  async function present(from: Reader, rows: readonly InvitationRow[]): Promise<OpenInvitation[]> {
    const people = await anybodyByIds(
      from,
      rows.flatMap((row) => [row.person_id, row.invited_by]),
    );
    const found = await Promise.all(
      rows.map(async (row) => {
        const [person, link] = [people.get(row.person_id), await findLink(from, row.id)];
        if (!person || person.removed_at !== null || !link || !isStanding(row, link, now())) return [];
        const inviter = people.get(row.invited_by)?.name ?? '';
        return [{ row, person, inviter, createdAt: link.created_at, expiresAt: link.expires_at }];
      }),
    );
    return found.flat().toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  async function findOpen(id: string, from: Reader = storage.db): Promise<OpenInvitation | undefined> {
    const row = await findInvitation(from, id);
    return row && row.ended_at === null && row.confirmed_at === null ? (await present(from, [row]))[0] : undefined;
  }

  return { end, endUnused, present, findOpen };
}
