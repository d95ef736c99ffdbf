/**
 * Links that work once. A link's token is computed from its id and the server's key, so it is not stored: a mail gets it when it is sent.
 * The row has the hash of the token, by which the link is found.
 */
import { type LinkKind, linkPages, staffTimes } from '#contract/desk/session.ts';
import { mintId } from '#contract/reference.ts';
import { dialectOf, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { skewMs } from '#server/skew.ts';
import { isoAfter } from '#server/times.ts';
import {
  endLinksOf,
  findLiveLink,
  findLiveLinksOf,
  findUsedLink,
  insertLink,
  type Link,
  setLinkSession,
  shortenLinks,
  spendLink,
} from './store-links.ts';

export interface MadeLink {
  readonly id: string;
  /** The whole address, token included. */
  readonly url: string;
  readonly expiresAt: string;
}

interface LinksOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly storage: Pick<Storage, 'db'>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const linkKinds = Object.keys(linkPages) as LinkKind[];

/** The key to lock, so that links of one kind and person are made one after another. */
export const linkKeyOf = (kind: LinkKind, personId: string | null): string => `${kind} link ${personId}`;

/** The whole address of a link. */
export const linkUrlOf = (keyed: KeyedHash, publicUrl: string, kind: LinkKind, id: string): string =>
  `${publicUrl}${linkPages[kind]}#${keyed.of('staff-link', id)}`;

export type Links = ReturnType<typeof createLinks>;

export function createLinks({ storage, keyed, now, publicUrl }: LinksOptions) {
  const hashOf = (token: string) => keyed.of('staff-link-token', token);
  const at = () => now().toISOString();

  return {
    /** Makes a link in the caller's transaction, and ends the unused links of the same kind and person. */
    async make(trx: Trx, kind: LinkKind, personId: string | null, id = mintId()): Promise<MadeLink> {
      await dialectOf(trx).lock(trx, [linkKeyOf(kind, personId)]);
      const made = now();
      const expiresAt = isoAfter(made, staffTimes.linkForMs[kind]);
      await endLinksOf(trx, kind, personId, made.toISOString());
      await insertLink(trx, {
        id,
        kind,
        token_hash: hashOf(keyed.of('staff-link', id)),
        person_id: personId,
        created_at: made.toISOString(),
        expires_at: expiresAt,
      });
      return { id, url: linkUrlOf(keyed, publicUrl, kind, id), expiresAt };
    },

    urlOf: (kind: LinkKind, id: string): string => linkUrlOf(keyed, publicUrl, kind, id),

    /** Uses a link up, in the caller's transaction. Undefined when it does not work any more. */
    use: (trx: Trx, kind: LinkKind, token: string): Promise<Link | undefined> =>
      spendLink(trx, kind, hashOf(token), at()),

    /** A link that still works, without using it. */
    look: (token: string): Promise<Link | undefined> => findLiveLink(storage.db, hashOf(token), at()),

    /** A link that was used. Its `session_id` says with which session. */
    used: (token: string, from: Reader = storage.db): Promise<Link | undefined> => findUsedLink(from, hashOf(token)),

    /** Writes with which session a link was used. */
    began: (trx: Trx, id: string, sessionId: string) => setLinkSession(trx, id, sessionId),

    /** Takes a used link from its session, so that it can begin another. False when it has another session by now. */
    leave: (trx: Trx, id: string, sessionId: string) => setLinkSession(trx, id, null, sessionId),

    /** The links of a kind and person that still work. */
    live: (trx: Trx, kind: LinkKind, personId: string | null): Promise<Link[]> =>
      findLiveLinksOf(trx, kind, personId, at()),

    /** Shortens links that work for longer than such a link can, because they were made while the clock was ahead. */
    async shorten(): Promise<void> {
      for (const kind of linkKinds) {
        const latest = isoAfter(now(), staffTimes.linkForMs[kind]);
        await shortenLinks(storage.db, kind, latest, isoAfter(latest, skewMs));
      }
    },

    end: (trx: Trx, kind: LinkKind, personId: string | null) => endLinksOf(trx, kind, personId, at()),
  };
}
