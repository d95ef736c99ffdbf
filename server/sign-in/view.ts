/** Presents the state of a browser's sign-in to the desk's pages. */
import type { Permission, Role } from '#contract/desk/permissions.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { mostWrongCodes } from './devices.ts';
import type { SecondFactors } from './second-factor.ts';
import { type DeskSession, isSignedIn, type SignedInSession } from './session-state.ts';
import { codesMade, countRecoveryCodes, findAccount, findPasskeysOf } from './store.ts';
import { findAcceptedInvitation } from './store-links.ts';
import type { SignInTools } from './tools.ts';

interface ViewOptions extends SignInTools {
  readonly canOf: (role: Role) => Record<Permission, boolean>;
  readonly secondFactors: SecondFactors;
  readonly isSetUpNeeded: () => Promise<boolean>;
}

export function createView({ storage, now, delivery, canOf, secondFactors, isSetUpNeeded }: ViewOptions) {
  const { db } = storage;

  const personOf = ({ person: { id, name, mail } }: DeskSession) => ({ id, name, email: mail ?? '' });

  async function methodsOf(personId: string) {
    const [account, keys] = [await findAccount(db, personId), await findPasskeysOf(db, personId)];
    const recoveryCodesLeft = await countRecoveryCodes(db, personId);
    const factors = [
      ...(account?.totp_secret != null ? (['totp'] as const) : []),
      ...(keys.length > 0 ? (['passkey'] as const) : []),
    ];
    return { account, factors, recoveryCodesLeft };
  }

  async function viewFirstFactor(session: DeskSession): Promise<SessionView> {
    const { account, factors, recoveryCodesLeft } = await methodsOf(session.person.id);
    const { device_link_at, wrong_codes } = session.row;
    const mayTry =
      (account?.wrong_codes ?? 0) < mostWrongCodes ||
      (device_link_at !== null && wrong_codes < mostWrongCodes) ||
      (await secondFactors.isKnown(session));
    return {
      state: 'second-factor',
      methods: [...factors, ...(recoveryCodesLeft > 0 ? (['recovery-code'] as const) : [])],
      deviceLink: mayTry ? 'not-needed' : 'needed',
      canMail: delivery.can.mail && session.person.mail !== null,
    };
  }

  async function viewWaiting(session: DeskSession): Promise<SessionView> {
    const invitation = await findAcceptedInvitation(db, session.person.id);
    const inviterId = invitation?.invited_by ?? '';
    return {
      state: 'waiting-for-confirmation',
      person: personOf(session),
      inviter: (await anybodyByIds(db, [inviterId])).get(inviterId)?.name ?? '',
      code: invitation?.code ?? '',
      confirmed: session.person.role !== null,
    };
  }

  async function viewSignedIn(session: SignedInSession): Promise<SessionView> {
    const { row, person, role, locked, provedUntil } = session;
    const { factors, recoveryCodesLeft } = await methodsOf(person.id);
    const times = { expiresAt: row.expires_at, serverNow: now().toISOString() };
    const methods = ['password' as const, ...factors];
    if (locked) {
      return { state: 'locked', person: personOf(session), methods, ...times };
    }
    const codes = await codesMade(db, person.id);
    return {
      state: 'signed-in',
      person: personOf(session),
      sessionId: row.id,
      can: canOf(role),
      locksWhenIdle: person.on_shift_at !== null,
      methods,
      provedUntil,
      recoveryCodesLeft,
      recoveryCodesUnkept: codes !== undefined && codes.unkept_since !== null,
      recoveryCodesMadeAt: codes?.created_at ?? null,
      ...times,
    };
  }

  /** @param canSignIn whether the browser keeps the desk's cookie here: over https, or on localhost */
  return async (session: DeskSession | undefined, canSignIn: boolean): Promise<SessionView> => {
    if (!session) return { state: 'none', setUpNeeded: await isSetUpNeeded(), httpsNeeded: !canSignIn };
    if (isSignedIn(session)) return viewSignedIn(session);
    if (session.stage === 'enrol') return { state: 'enrol', person: personOf(session) };
    return session.stage === 'waiting' ? viewWaiting(session) : viewFirstFactor(session);
  };
}
