/** Who is signed in to the desk, and how they got in. */
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { createDeskCookies } from './cookies.ts';
import { createSessions } from './sessions.ts';

export { type StaffCaller, staffAuthenticator } from './authenticate.ts';
export type { DeskCookies } from './cookies.ts';
export { deviceOf } from './device.ts';
export { type DeskSession, type Granted, isSignedIn, type SessionState, type SignedInSession } from './sessions.ts';

export interface SignInOptions {
  readonly storage: Storage;
  readonly keyed: KeyedHash;
  readonly config: Pick<Config, 'production' | 'publicUrl'>;
  readonly now: () => Date;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn({ storage, keyed, config, now, clockMs }: SignInOptions) {
  const sessions = createSessions({ storage, keyed, now, clockMs });
  return {
    cookies: createDeskCookies(config),
    sessions,
    openSessionIds: sessions.openSessionIds,
    lockedSessionIds: sessions.lockedSessionIds,
  };
}
