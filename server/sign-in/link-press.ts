/**
 * The press of a link that sets a password. If its answer is lost, the link is used up and nobody is signed in. So until the session that
 * it began goes further, the same link with the same password begins another session in its place.
 * A press that waited meanwhile does not: its page has not seen the session that began since (`seen`).
 * Whoever has only the link needs the password as well, and waits after wrong ones as with every other secret.
 */
import type { LinkKind } from '#contract/desk/session.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { isStale } from '#server/stale-press.ts';
import { hashedOrWait } from './hash-slots.ts';
import { isPassword, nobodysHash, type PasswordFault } from './password.ts';
import type { Granted } from './sessions.ts';
import { findAccount } from './store.ts';
import type { Link } from './store-links.ts';
import { findUnendedSession } from './store-sessions.ts';
import { type GrantedOutcome, type SignInTools, transactionOrUndo, type WaitOutcome } from './tools.ts';

/** The outcome of using a link that sets a password. */
export type LinkOutcome =
  | GrantedOutcome
  | WaitOutcome
  | { readonly kind: 'dead-link' }
  /** The press did not know of the session that another one has begun since. */
  | { readonly kind: 'used-meanwhile' }
  /** The link was used with another password, and its session has gone no further. */
  | { readonly kind: 'other-password' }
  | { readonly kind: 'password'; readonly fault: PasswordFault };

/** What a page sends with a press of a link. */
export interface LinkInput {
  readonly token: string;
  readonly password: string;
  /** The session that the link had begun when the page saw it last. Without it, the press is taken whatever was begun since. */
  readonly seen?: string | null | undefined;
}

/** A press of a link that may begin a session. */
interface LinkPress {
  readonly token: string;
  readonly link: Link;
  /** The id of the session that an earlier press of the link began, and that this one replaces; null for the first press. */
  readonly before: string | null;
}

interface Begun {
  readonly link: Link;
  readonly sessionId: string;
  /** The hash of the password with which the link was used. */
  readonly hash: string;
}

const deadLink = { kind: 'dead-link' } as const;
const usedMeanwhile = { kind: 'used-meanwhile' } as const;

export function createLinkPresses({ storage, keyed, now, links, sessions, slots, factorTries }: SignInTools) {
  const { db } = storage;

  /**
   * A used link whose session has gone no further: it has no second factor yet, and nobody has ended it. Until the link itself is too
   * old, the session may have run out, also because its person signed out.
   */
  async function begun(token: string, from: Reader = db): Promise<Begun | undefined> {
    const link = await links.used(token, from);
    if (!link || link.kind === 'device') return undefined;
    const session = await findUnendedSession(from, link.session_id ?? '');
    if (session?.stage !== 'enrol' && session?.stage !== 'first-factor') return undefined;
    const at = now().toISOString();
    if (session.expires_at <= at && link.expires_at <= at) return undefined;
    const hash = session.new_password_hash ?? (await findAccount(from, session.person_id))?.password_hash;
    return { link, sessionId: session.id, hash: hash ?? nobodysHash };
  }

  /** Why a password is not the one with which a link was used; undefined when it is. */
  async function refusalOf({ link, hash }: Begun, password: string): Promise<LinkOutcome | undefined> {
    const tried = await hashedOrWait(() =>
      factorTries.attempt(keyed.of('address', `link ${link.id}`), async () => {
        const isSame = await slots.run('known', link.id, () => isPassword(password, hash));
        return isSame || undefined;
      }),
    );
    if (tried.kind === 'right') return undefined;
    return tried.kind === 'wait' ? tried : { kind: 'other-password' };
  }

  return {
    begun,

    /**
     * Uses a link, or repeats its use.
     *
     * @param use begins the session (`grant`). Resolves to undefined when the link was used meanwhile, or may not be used
     */
    async press<Outcome>(
      kind: LinkKind,
      { token, password, seen }: LinkInput,
      use: (press: LinkPress) => Promise<Outcome | undefined>,
    ): Promise<Outcome | LinkOutcome> {
      const link = await links.look(token);
      let outcome = link?.kind === kind ? await use({ token, link, before: null }) : undefined;
      // Each round replaces another session. When another press is always faster, this ends with the last of them.
      let before: string | undefined;
      while (outcome === undefined) {
        // Read in a transaction, which sees what the faster press stored just before.
        const found = await storage.transaction((trx) => begun(token, trx));
        if (found?.link.kind !== kind || found.sessionId === before) return deadLink;
        if (isStale(seen, found.sessionId)) return usedMeanwhile;
        const refusal = await refusalOf(found, password);
        if (refusal) return refusal;
        before = found.sessionId;
        outcome = await use({ token, link: found.link, before });
      }
      return outcome;
    },

    /**
     * Begins the session of a press. Undefined, with nothing written, when the link was used, or its session went on, meanwhile: of presses
     * at the same instant, one begins the session that stays.
     *
     * @param lock locks what `begin` will write; it runs before the link is locked
     */
    async grant(
      { token, link, before }: LinkPress,
      lock: (trx: Trx) => Promise<unknown>,
      begin: (trx: Trx) => Promise<Granted | undefined>,
    ): Promise<GrantedOutcome | undefined> {
      const granted = await transactionOrUndo(storage, async (trx) => {
        await lock(trx);
        if (before === null) {
          if (!(await links.use(trx, link.kind, token))) return undefined;
        } else if (!((await links.leave(trx, link.id, before)) && (await sessions.giveUp(trx, before))))
          return undefined;
        const session = await begin(trx);
        if (session) await links.began(trx, link.id, session.sessionId);
        return session;
      });
      return granted && { kind: 'granted', granted };
    },
  };
}
