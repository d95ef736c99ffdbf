/** The sign-in to the desk: factors, sessions, invitations and accounts. */
import type { Permission, Role } from '#contract/desk/permissions.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import { mintId } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import { createTries } from '#server/http/tries.ts';
import { type Accounts, allPeople, findPeopleByIds } from '#server/people/service.ts';
import type { Prunable } from '#server/pruning.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { dayMs, hourMs, isoAfter } from '#server/times.ts';
import { createAccount } from './account.ts';
import { createDeskCookies } from './cookies.ts';
import { createDevices } from './devices.ts';
import { createEnrolment } from './enrolment.ts';
import { createFirstAdmin } from './first-admin.ts';
import { createFirstFactor } from './first-factor.ts';
import { createHashSlots } from './hash-slots.ts';
import { createInvitations } from './invitations.ts';
import { createLinkPresses } from './link-press.ts';
import { createLinks } from './links.ts';
import { createPasskeys } from './passkeys.ts';
import { signInKeptForDays } from './retention.ts';
import { createSecondFactors } from './second-factor.ts';
import { createSessions } from './sessions.ts';
import { deleteChallenges, deleteNotices, deleteOldDevices, insertNotice } from './store.ts';
import { deleteLinks } from './store-links.ts';
import { deleteSessions } from './store-sessions.ts';
import type { SignInGiven, SignInTools } from './tools.ts';
import { createView } from './view.ts';

export { type StaffCaller, staffAuthenticator } from './authenticate.ts';
export { deviceOf } from './device.ts';
export type { Added } from './enrolment.ts';
export type { LinkOutcome } from './link-press.ts';
export { linkUrlOf } from './links.ts';
export type { OpenInvitation } from './open-invitations.ts';
export { checkActing, requireCallerSession } from './session-guards.ts';
export type { DeskSession, SessionState } from './session-state.ts';
export type { Granted } from './sessions.ts';
export { afterRestore, deleteAccountsOf } from './store.ts';
export { carriedOverFactors } from './store-carry-over.ts';
export { readInvited } from './store-links.ts';
export { signInKeptOf } from './store-person.ts';
export type { Visit } from './tools.ts';

/** The most passwords from unknown devices that one process compares in a second. It can be low, because people type slowly. */
export const mostPasswordsPerSecond = 20;

/** After this long, a notice about an account is not sent any more. */
const noticeForMs = 3 * dayMs;

/** The records that the sign-in deletes after a while. The audit log keeps what happened. */
export const prunableSignIn: readonly Prunable[] = [
  { name: 'sessions', keptForMs: signInKeptForDays.sessions * dayMs, deleteBefore: deleteSessions },
  { name: 'answered challenges', keptForMs: signInKeptForDays.challenges, deleteBefore: deleteChallenges },
  { name: 'links and finished invitations', keptForMs: signInKeptForDays.links * dayMs, deleteBefore: deleteLinks },
  { name: 'devices', keptForMs: signInKeptForDays.devices * dayMs, deleteBefore: deleteOldDevices },
  { name: 'notices', keptForMs: signInKeptForDays.notices * dayMs, deleteBefore: deleteNotices },
];

interface SignInOptions extends SignInGiven, Pick<Repeat, 'onError'> {
  /** What a role may do, for the browser. */
  readonly canOf: (role: Role) => Record<Permission, boolean>;
  /** Called with the number of wrong tries when their rate is unusual. */
  readonly onUnusualTries: (tries: number) => void;
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(options: SignInOptions) {
  const { storage, config, delivery, canOf, now, clockMs, onError, onUnusualTries: onUnusual } = options;
  const { db } = storage;
  const sessions = createSessions(options);
  const links = createLinks({ ...options, publicUrl: config.publicUrl });

  const tools: SignInTools = {
    ...options,
    sessions,
    links,
    devices: createDevices(options),
    passkeys: createPasskeys(options),
    slots: createHashSlots(),
    tries: {
      known: createTries({ clockMs, onUnusual }),
      anyone: createTries({ clockMs, onUnusual, mostPerSecond: mostPasswordsPerSecond }),
    },
    factorTries: createTries({ clockMs, onUnusual }),
    passkeyTries: createTries({ clockMs, onUnusual, onlyWrongOnesWait: true }),
    admins: async (trx) => (await allPeople(trx)).filter(({ role }) => role === 'admin'),
    async notify(trx, kind, to, device, { about = to, address } = {}) {
      await changed(trx, 'account', about.id);
      const recipient = address === undefined ? (await findPeopleByIds(trx, [to.id]))[0]?.mail : address;
      if (!recipient) return;
      const at = now();
      const id = mintId();
      const notice = { id, kind, person_id: to.id, about_id: about.id, device, created_at: at.toISOString() };
      await insertNotice(trx, notice);
      const expiresAt = isoAfter(at, noticeForMs);
      await delivery.enqueue(trx, { kind: 'staff-notice', subjectId: id, recipient, at, expiresAt });
    },
  };
  const secondFactors = createSecondFactors(tools);
  const enrolment = createEnrolment(tools);
  const firstAdmin = createFirstAdmin(tools);
  const invitations = createInvitations(tools);
  const presses = createLinkPresses(tools);

  const repeater = createRepeater({
    everyMs: hourMs,
    atOnce: true,
    async work() {
      await sessions.shorten();
      await links.shorten();
    },
    onError,
  });

  return {
    cookies: createDeskCookies(config),
    devices: tools.devices,
    sessions,
    secondFactors,
    enrolment,
    firstFactor: createFirstFactor(tools),
    firstAdmin,
    invitations,
    account: createAccount(tools),
    view: createView({ ...tools, canOf, secondFactors, isSetUpNeeded: firstAdmin.isSetUpNeeded }),

    /** The options for proving a passkey: one of the session's person, or without such a session any that the browser has. */
    passkeyOptions: (session: Awaited<ReturnType<typeof sessions.find>>) =>
      session && (session.stage === 'first-factor' || session.stage === 'signed-in')
        ? tools.passkeys.optionsToProve(`prove ${session.row.id}`, session.person.id)
        : tools.passkeys.optionsToProve('anyone', null),

    /** The kind and the person of a link that works, or whose use can be repeated; undefined when it does not work any more. */
    async lookAtLink(token: string) {
      const link = (await links.look(token)) ?? (await presses.begun(token))?.link;
      const [person] = link?.person_id == null ? [] : await findPeopleByIds(db, [link.person_id]);
      if (!link || (link.person_id !== null && !person)) return undefined;
      const kind: LinkKind = link.kind;
      const { expires_at: expiresAt, session_id: began } = link;
      return { kind, name: person?.name ?? null, email: person?.mail ?? null, expiresAt, began };
    },

    /** The effects of a change of a person on their account. */
    accounts: {
      endSessions: (trx, personId) => sessions.endAll(trx, personId),
      async addressChanged(trx, before, by) {
        // The invitation was not accepted, so there is no account yet and no notice to send.
        if (before.role === null && (await invitations.endUnaccepted(trx, before.id, by))) return;
        for (const kind of ['password-reset', 'recovery', 'device'] as const) await links.end(trx, kind, before.id);
        await tools.notify(trx, 'address-changed', before, 'the desk', { address: before.mail });
      },
      sendMails: delivery.wake,
    } satisfies Accounts,

    openSessionIds: sessions.openSessionIds,
    lockedSessionIds: sessions.lockedSessionIds,

    /** Begins to shorten sessions and links that a wrong clock made too long: now, and once an hour. */
    start: repeater.start,
    stop: repeater.stop,
  };
}
