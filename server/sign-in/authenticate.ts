/** Finds the caller of the desk by the session's cookie, and decides whether the endpoint is for them. */
import type { Permission, Role } from '#contract/desk/permissions.ts';
import { personHeader } from '#contract/desk/session.ts';
import type { StaffAuthenticator } from '#server/http/caller.ts';
import type { DeskCookies } from './cookies.ts';
import { type DeskSession, isSignedIn, type SignedInSession } from './session-state.ts';
import type { Sessions } from './sessions.ts';

/** Somebody who is signed in. */
export interface StaffCaller {
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly session: SignedInSession;
}

declare module '#server/http/caller.ts' {
  interface StaffCallers {
    anyone: DeskSession | undefined;
    'first-factor': DeskSession;
    enrolling: DeskSession;
    staff: StaffCaller;
  }
}

interface StaffAuthenticatorOptions {
  readonly sessions: Sessions;
  readonly cookies: DeskCookies;
  readonly may: (role: Role, permission: Permission) => boolean;
}

type Found = Awaited<ReturnType<StaffAuthenticator>>;
type Policy = Parameters<StaffAuthenticator>[1];

const callerOf = (session: SignedInSession): StaffCaller => ({
  personId: session.person.id,
  name: session.person.name,
  role: session.role,
  sessionId: session.row.id,
  session,
});

/** Lets a session through or refuses it by an endpoint's policy. */
function judge({ staff, fresh, locked }: Policy, session: DeskSession, may: StaffAuthenticatorOptions['may']): Found {
  if (staff === 'first-factor') {
    return session.stage === 'first-factor' ? { caller: session } : { refused: 'signedOut' };
  }
  if (staff === 'enrolling' && (session.stage === 'enrol' || session.stage === 'waiting')) {
    return fresh && session.stage === 'waiting' && session.provedUntil === null
      ? { refused: 'proofNeeded' }
      : { caller: session };
  }
  if (!isSignedIn(session)) return { refused: 'signedOut' };
  if (session.locked && !locked) return { refused: 'locked' };
  if (staff !== 'enrolling' && staff !== 'signed-in' && staff !== 'anyone' && !may(session.role, staff)) {
    return { refused: 'notAllowed' };
  }
  if (fresh && session.provedUntil === null) return { refused: 'proofNeeded' };
  return { caller: staff === 'enrolling' ? session : callerOf(session) };
}

/**
 * The order of refusals: a page that shows another person, no session, locked, role, proof. A request with another method than GET or
 * HEAD counts as a sign that the person is there, as long as the session is not locked.
 */
export function staffAuthenticator({ sessions, cookies, may }: StaffAuthenticatorOptions): StaffAuthenticator {
  return async ({ headers, method }, auth) => {
    const token = cookies.sessionOf(headers.cookie);
    const reads = method === 'GET' || method === 'HEAD';
    const find = reads ? sessions.findToRead : sessions.find;
    const own = token === undefined ? undefined : await find(token);
    const session =
      own ?? (token !== undefined && auth.replaced ? await sessions.find(token, 'replaced_hash') : undefined);
    const shown = headers[personHeader];
    if (session && shown !== undefined && shown !== session.person.id) return { refused: 'signedOut' };
    if (auth.staff === 'anyone') return { caller: session };
    if (!session) return { refused: 'signedOut' };
    const found = judge(auth, session, may);
    if ('caller' in found && isSignedIn(session) && !session.locked && !reads) {
      await sessions.touch(session);
    }
    return found;
  };
}
