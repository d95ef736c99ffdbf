/** Decides what a session allows at a moment, by its row and its person. Pure. */
import type { Role } from '#contract/desk/permissions.ts';
import { staffTimes } from '#contract/desk/session.ts';
import type { ShiftPerson } from '#server/people/service.ts';
import type { SessionRow } from './store-sessions.ts';
import type { SessionStage } from './tables.ts';

/** A live session with its person. */
export interface DeskSession {
  readonly row: SessionRow;
  readonly person: ShiftPerson;
  readonly stage: SessionStage;
  /** Locked by its person, or because the person was idle. Then only rings arrive. */
  readonly locked: boolean;
  /** The time until which the last proof of a factor is fresh, ISO-8601; null when none is. */
  readonly provedUntil: string | null;
}

/** A session whose person is signed in. The role is the one with which they signed in. */
export interface SignedInSession extends DeskSession {
  readonly stage: 'signed-in';
  readonly role: Role;
}

export const isSignedIn = (session: DeskSession): session is SignedInSession => session.stage === 'signed-in';

/** The states of a session that is not over. */
export type SessionState = 'open' | 'locked';

/** How long a session lasts from the moment at which it reached a stage, in milliseconds. */
export const stageLastsMs: Readonly<Record<SessionStage, number>> = {
  'first-factor': staffTimes.signingInForMs,
  enrol: staffTimes.enrollingForMs,
  waiting: staffTimes.sessionForMs,
  'signed-in': staffTimes.sessionForMs,
};

const isIdle = ({ active_at }: SessionRow, at: Date): boolean =>
  at.getTime() - Date.parse(active_at) >= staffTimes.idleForMs;

/** Whether a session gets only rings, because it was locked or its person is idle. */
export const isLocked = (row: SessionRow, at: Date): boolean => row.locked_at !== null || isIdle(row, at);

/** Whether the person still has the role of the session. A role that was changed or taken away ends the session. */
const hasItsRole = ({ role }: SessionRow, person: ShiftPerson): boolean => role !== null && role === person.role;

/**
 * The session of a row that has neither ended nor run out. Undefined when it is over for another reason: the person or the role is gone,
 * or the person is idle and off shift.
 */
export function readSession(row: SessionRow, person: ShiftPerson | undefined, at: Date): DeskSession | undefined {
  if (!person) return undefined;
  const provedMs = row.proved_at === null ? 0 : Date.parse(row.proved_at) + staffTimes.freshProofForMs;
  const session = {
    row,
    person,
    stage: row.stage,
    locked: row.stage === 'signed-in' && isLocked(row, at),
    provedUntil: provedMs > at.getTime() ? new Date(provedMs).toISOString() : null,
  };
  if (row.stage !== 'signed-in') return session;
  if (!hasItsRole(row, person)) return undefined;
  if (isIdle(row, at) && person.on_shift_at === null) return undefined;
  return { ...session, role: row.role } as SignedInSession;
}

/**
 * Whether pushes may go to a session. It may be idle and, while its person is on call, it may have run out by itself: a push carries only an
 * id, and a person on call is not at the desk.
 */
export function mayBePushedTo(row: SessionRow, person: ShiftPerson | undefined, at: Date): boolean {
  if (row.stage !== 'signed-in' || !person || !hasItsRole(row, person)) return false;
  return row.expires_at > at.toISOString() || person.on_call_at !== null;
}
