/**
 * Invitations to an account. The person who opens the link sets a password and adds a factor, but has no role yet. They see a code. The
 * inviter asks them for it by telephone or face to face, and they get the role when the inviter has typed it.
 */

import { nameLine } from '#contract/clean-text.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { madeByPress } from '#server/made-by-press.ts';
import { isOneAddress } from '#server/mail-address.ts';
import {
  type Actor,
  findActor,
  giveFirstRole,
  lockPeople,
  type NoAccountReason,
  type NoFirstRole,
  preparePerson,
  withInvitation,
} from '#server/people/service.ts';
import { beginAnew } from './first-admin.ts';
import { hashChosen, knownOf } from './first-factor.ts';
import { createLinkPresses, type LinkInput, type LinkOutcome } from './link-press.ts';
import { createOpenInvitations, type OpenInvitation } from './open-invitations.ts';
import type { DeskSession } from './session-state.ts';
import { lockAccount } from './store.ts';
import {
  changeInvitation,
  findInvitation,
  findOpenInvitations,
  type InvitationRow,
  insertInvitation,
  readInvited,
} from './store-links.ts';
import { type GrantedOutcome, type SignInTools, transactionOrUndo, type Visit } from './tools.ts';

/** The number of wrong codes after which an invitation is withdrawn, because probably another person accepted it. */
export const mostWrongConfirmations = 5;

interface NewInvitation {
  readonly personId: string | null;
  readonly name: string;
  readonly email: string;
  readonly version?: number | undefined;
  readonly role: Role;
  readonly by: 'mail' | 'link';
  /** The press of the page that asks: the same press gets the same invitation. */
  readonly press?: string | undefined;
}

/** Whether an invitation is what a form asks for. Then the response to the form's press may have been lost. */
const isOf = (
  { row, person }: OpenInvitation,
  { role, email, personId }: Pick<NewInvitation, 'role' | 'email' | 'personId'>,
): boolean => row.role === role && person.mail === email && (personId === null || personId === person.id);

type InviteRefusal = NoAccountReason | 'badEmail' | 'noMail' | 'notAllowed' | 'pressTaken' | 'accepted';

type InviteOutcome =
  | { readonly kind: 'invited'; readonly invitation: OpenInvitation; readonly link: string | null }
  | { readonly kind: 'refused'; readonly why: InviteRefusal };

type ConfirmOutcome = 'confirmed' | 'notFound' | 'notAllowed' | 'wrongCode' | 'lastWrongCode' | NoFirstRole;
type WithdrawOutcome = 'withdrawn' | 'notFound' | 'notAllowed';

export function createInvitations(tools: SignInTools) {
  const { storage, keyed, now, policy, audit, delivery, links, sessions } = tools;
  const { db } = storage;
  const { end, endUnused, present, findOpen } = createOpenInvitations(tools);
  const presses = createLinkPresses(tools);
  const iso = () => now().toISOString();
  const aboutPerson = (id: string) => [{ kind: 'person', id }] as const;

  /** Changes an open invitation. Until the transaction ends nobody's role changes, not even the actor's. */
  const change = <T>(
    by: string,
    id: string,
    may: (actor: Actor, row: InvitationRow) => boolean,
    work: (trx: Trx, row: InvitationRow) => Promise<T>,
  ): Promise<T | 'notFound' | 'notAllowed'> =>
    storage.transaction(async (trx) => {
      await lockPeople(trx);
      const actor = await findActor(trx, by);
      const row = await findInvitation(trx, id);
      if (!row || row.ended_at !== null || row.confirmed_at !== null) return 'notFound';
      if (!actor || !may(actor, row)) return 'notAllowed';
      await lockAccount(trx, row.person_id);
      return work(trx, row);
    });

  /** Whether an invitation is confirmed by this code, and the person who asks may confirm it. */
  async function wasConfirmedBy(by: string, id: string, code: string): Promise<boolean> {
    const row = await findInvitation(db, id);
    if (!row || row.confirmed_at === null || row.ended_at !== null || row.code !== code) return false;
    const actor = await findActor(db, by);
    return actor !== undefined && policy.mayConfirm(actor, row);
  }

  return {
    findOpen,

    list: async (): Promise<OpenInvitation[]> => present(db, await findOpenInvitations(db)),

    /**
     * Invites a person. Their earlier invitation is withdrawn; the actor must be allowed to invite to its role too. `accepted`: somebody
     * has accepted that one. `pressTaken`: the press has already made an invitation, of something else, or one that has ended since.
     */
    async invite(invitedBy: string, { role, by, press, ...whom }: NewInvitation): Promise<InviteOutcome> {
      const email = whom.email.trim();
      if (!isOneAddress(email) || (whom.personId === null && nameLine(whom.name) === '')) {
        return { kind: 'refused', why: 'badEmail' };
      }
      if (by === 'mail' && !delivery.can.mail) return { kind: 'refused', why: 'noMail' };
      // An invitation by mail and one by a link to hand over are two.
      const { id } = madeByPress(keyed, 'invitation', {
        ...(press !== undefined && { press: `${press} ${by}` }),
        personId: invitedBy,
      });
      const make = async (trx: Trx): Promise<InviteRefusal | { invitation: OpenInvitation; url: string }> => {
        await lockPeople(trx);
        const actor = await findActor(trx, invitedBy);
        if (!actor || !policy.mayInvite(actor).includes(role)) return 'notAllowed';
        if (await findInvitation(trx, id)) {
          const invitation = await findOpen(id, trx);
          if (!invitation || !isOf(invitation, { role, email, personId: whom.personId })) return 'pressTaken';
          return { invitation, url: links.urlOf('invitation', id) };
        }
        const invited = await readInvited(trx, now());
        const person = await preparePerson(trx, { ...whom, name: nameLine(whom.name), email }, invited, now());
        if (typeof person === 'string') return person;
        if (!policy.mayInvitePerson(actor, withInvitation(person, invited))) return 'notAllowed';
        if (!(await endUnused(trx, person.id))) return 'accepted';
        const link = await links.make(trx, 'invitation', person.id, id);
        await insertInvitation(trx, { id: link.id, person_id: person.id, invited_by: invitedBy, role });
        await changed(trx, 'people', person.id);
        if (by === 'mail') {
          const message = { kind: 'staff-link', subjectId: link.id, recipient: email, at: now() } as const;
          await delivery.enqueue(trx, { ...message, expiresAt: link.expiresAt });
        }
        await audit.write(trx, {
          by: invitedBy,
          action: 'person-invited',
          about: aboutPerson(person.id),
          detail: { role, by },
        });
        // It is read in the transaction, because right after that another inviter may end it by inviting the same person.
        const invitation = await findOpen(link.id, trx);
        if (!invitation) throw new Error('The invitation was not kept');
        return { invitation, url: link.url };
      };
      const made = await transactionOrUndo(storage, make, (outcome) => typeof outcome === 'string');
      if (typeof made === 'string') return { kind: 'refused', why: made };
      delivery.wake();
      return { kind: 'invited', invitation: made.invitation, link: by === 'link' ? made.url : null };
    },

    /** Uses an invitation's link: sets a password, and begins a session that may only add factors. */
    accept: (input: LinkInput & { readonly name: string }, visit: Visit): Promise<LinkOutcome> =>
      presses.press<LinkOutcome>('invitation', input, async (press) => {
        const invitation = await findOpen(press.link.id);
        if (!invitation) return undefined;
        const { person } = invitation;
        const hash = await hashChosen(tools, input.password, knownOf(person), person.id);
        if (typeof hash !== 'string') return hash;
        const lock = (trx: Trx) => lockAccount(trx, person.id);
        return presses.grant(press, lock, async (trx) => {
          const accepted_name = nameLine(input.name) || person.name;
          if (!(await changeInvitation(trx, invitation.row.id, { accepted_name }))) return undefined;
          await beginAnew(trx, tools, person.id, hash);
          const browser = { device: visit.device, deviceId: null };
          return sessions.begin(trx, person, 'enrol', browser, { proved: false });
        });
      }),

    /**
     * Confirms by the code that the right person accepted: they have read it to the inviter. A confirmation that comes again, because
     * its response was lost, is confirmed too.
     */
    async confirm(by: string, id: string, typed: string): Promise<ConfirmOutcome> {
      const code = typed.replace(/\D/g, '');
      const outcome = await change<ConfirmOutcome>(by, id, policy.mayConfirm, async (trx, row) => {
        if (row.accepted_at === null || row.code === null) return 'notFound';
        const about = aboutPerson(row.person_id);
        if (code !== row.code) {
          const wrong_codes = row.wrong_codes + 1;
          await changeInvitation(trx, row.id, { wrong_codes });
          if (wrong_codes < mostWrongConfirmations) return 'wrongCode';
          await end(trx, row);
          await audit.write(trx, { by, action: 'invitation-withdrawn', about });
          return 'lastWrongCode';
        }
        const why = await giveFirstRole(trx, row.person_id, row.role, tools.reaches, now());
        if (why) return why;
        await changeInvitation(trx, row.id, { confirmed_at: iso() });
        await audit.write(trx, { by, action: 'invitation-confirmed', about, detail: { role: row.role } });
        return 'confirmed';
      });
      return outcome === 'notFound' && (await wasConfirmedBy(by, id, code)) ? 'confirmed' : outcome;
    },

    /**
     * Ends an invitation that was not accepted yet, in the caller's transaction, because the address of its person changed. Resolves to
     * whether there was one.
     */
    async endUnaccepted(trx: Trx, personId: string, by: string): Promise<boolean> {
      // Who completes an account at this moment holds it. Their invitation is read after that, and is then accepted.
      await lockAccount(trx, personId);
      let ended = false;
      for (const row of await findOpenInvitations(trx, personId)) {
        if (row.accepted_at !== null || !(await end(trx, row))) continue;
        await audit.write(trx, { by, action: 'invitation-withdrawn', about: aboutPerson(personId) });
        ended = true;
      }
      return ended;
    },

    /** Withdraws an invitation, also an accepted one. */
    withdraw: (by: string, id: string): Promise<WithdrawOutcome> =>
      change(
        by,
        id,
        (actor, { role }) => policy.mayInvite(actor).includes(role),
        async (trx, row) => {
          await end(trx, row);
          await audit.write(trx, { by, action: 'invitation-withdrawn', about: aboutPerson(row.person_id) });
          return 'withdrawn' as const;
        },
      ),

    /** Signs in a person who waited, once the inviter has confirmed. Undefined before that. */
    async enter(session: DeskSession): Promise<GrantedOutcome | undefined> {
      if (session.stage !== 'waiting' || session.person.role === null) return undefined;
      const granted = await transactionOrUndo(storage, async (trx) => {
        const raised = await sessions.raise(trx, session, 'signed-in', { proved: true });
        if (!raised) return undefined;
        const about = [...aboutPerson(session.person.id), { kind: 'session', id: session.row.id } as const];
        await audit.write(trx, { by: session.person.id, action: 'signed-in', about });
        return raised;
      });
      return granted && { kind: 'granted', granted };
    },
  };
}
