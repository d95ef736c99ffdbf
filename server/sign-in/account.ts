/** Changes that signed-in people make to their own account, and device links that admins make for others. */

import { madeByPress } from '#server/made-by-press.ts';
import { findActor, findPeopleByIds, lockPeople } from '#server/people/service.ts';
import { isStale } from '#server/stale-press.ts';
import { hashChosen, knownOf } from './first-factor.ts';
import { hashedOrWait } from './hash-slots.ts';
import type { MadeLink } from './links.ts';
import { mailLink } from './mailed-link.ts';
import { isPassword } from './password.ts';
import { requireOpenSession } from './session-guards.ts';
import type { DeskSession } from './session-state.ts';
import { findAccount, updateAccount } from './store.ts';
import { findLink } from './store-links.ts';
import { type SignInTools, transactionOrUndo, type Visit } from './tools.ts';

export function createAccount(tools: SignInTools) {
  const { storage, keyed, now, policy, audit, delivery, links, sessions, notify } = tools;
  const iso = () => now().toISOString();
  const person = (id: string) => ({ kind: 'person', id }) as const;
  const session = (id: string) => ({ kind: 'session', id }) as const;

  // If the session has ended since it was found, changes of the person's own account throw `SessionOverError`.
  return {
    /** Ends a session of the same person. False when it has ended already. */
    revoke: (by: DeskSession, id: string, action: 'session-revoked' | 'signed-out' = 'session-revoked') =>
      storage.transaction(async (trx): Promise<boolean> => {
        // A second sign-out must not throw, so the session need not be open to end itself.
        if (id !== by.row.id) await requireOpenSession(trx, by);
        // The person stops before the second factor, and may go on later: nobody else has ended the session.
        if (action === 'signed-out' && (await sessions.interrupt(trx, id))) return true;
        if ((await sessions.end(by.person.id, id, trx)) === 0) return false;
        // The end of a sign-in that was not completed is not audited.
        if (by.stage !== 'signed-in') return true;
        await audit.write(trx, { by: by.person.id, action, about: [person(by.person.id), session(id)] });
        return true;
      }),

    /** Ends every other session of the same person but those in which they signed in after `seen`. Resolves to their number. */
    revokeOthers: (by: DeskSession, seen?: string): Promise<number> =>
      storage.transaction(async (trx) => {
        await requireOpenSession(trx, by);
        const ended = await sessions.endAll(trx, by.person.id, { but: by.row.id, seen });
        const about = [person(by.person.id)];
        if (ended > 0)
          await audit.write(trx, { by: by.person.id, action: 'session-revoked', about, detail: { ended } });
        return ended;
      }),

    /**
     * Changes the password and ends every other session.
     *
     * @param seen when the password that the page knew of was set. `late`: another one was set since, so nothing was changed
     */
    async changePassword(by: DeskSession, password: string, visit: Visit, seen?: string) {
      const hash = await hashChosen(tools, password, knownOf(by.person), by.person.id);
      if (typeof hash !== 'string') return hash;
      const late = await storage.transaction(async (trx) => {
        await requireOpenSession(trx, by);
        const stands = await findAccount(trx, by.person.id);
        if (isStale(seen, stands?.password_changed_at)) return stands;
        await updateAccount(trx, by.person.id, { password_hash: hash, password_changed_at: iso() });
        await sessions.endAll(trx, by.person.id, { but: by.row.id });
        await notify(trx, 'password-changed', by.person, visit.device);
        await audit.write(trx, { by: by.person.id, action: 'password-changed', about: [person(by.person.id)] });
        return undefined;
      });
      if (!late) return { kind: 'changed' } as const;
      // The same press again, whose first answer was lost, is answered as the first time.
      const isSame = await hashedOrWait(() =>
        tools.slots.run('known', by.person.id, () => isPassword(password, late.password_hash)),
      );
      if (typeof isSame !== 'boolean') return isSame;
      return isSame ? ({ kind: 'changed' } as const) : ({ kind: 'late' } as const);
    },

    /** Mails the link that lets the browser of a session try codes again. False when this server sends no mail. */
    async mailDeviceLink({ person: { id, mail } }: DeskSession): Promise<boolean> {
      if (!delivery.can.mail || mail === null) return false;
      await mailLink(tools, 'device', id);
      return true;
    },

    /** Makes a device link for another person, to be handed over. `pressTaken`: the press made one, which has ended since. */
    makeDeviceLink: (
      by: string,
      personId: string,
      press?: string,
    ): Promise<Pick<MadeLink, 'url' | 'expiresAt'> | 'notFound' | 'notAllowed' | 'pressTaken'> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx);
        const actor = await findActor(trx, by);
        if (!actor || !policy.mayMakeDeviceLink(actor)) return 'notAllowed';
        const [whom] = await findPeopleByIds(trx, [personId]);
        if (!whom || whom.role === null) return 'notFound';
        const { id } = madeByPress(keyed, 'device-link', {
          ...(press !== undefined && { press: `${press} ${personId}` }),
          personId: by,
        });
        if (await findLink(trx, id)) {
          const before = (await links.live(trx, 'device', personId)).find((link) => link.id === id);
          return before ? { url: links.urlOf('device', id), expiresAt: before.expires_at } : 'pressTaken';
        }
        const link = await links.make(trx, 'device', personId, id);
        await audit.write(trx, { by, action: 'device-link-made', about: [person(personId)] });
        return link;
      }),

    /**
     * Uses a device link in a session of its person. False when the link does not work any more, or is another person's. The same session
     * may use it again, because the answer may have been lost; that changes nothing.
     */
    async openDeviceLink(by: DeskSession, token: string): Promise<boolean> {
      const opened = await transactionOrUndo(storage, async (trx) => {
        const link = await links.use(trx, 'device', token);
        if (!link) return (await links.used(token, trx))?.session_id === by.row.id || undefined;
        if (link.person_id !== by.person.id) return undefined;
        await links.began(trx, link.id, by.row.id);
        return (await sessions.change(by, { device_link_at: iso(), wrong_codes: 0 }, trx)) || undefined;
      });
      return opened === true;
    },
  };
}
