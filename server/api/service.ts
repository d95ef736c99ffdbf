/**
 * The read API: making tokens at the desk, identifying callers by their token, and noting in the audit log what was read. A token
 * is 256 random bits, and only its keyed hash is stored, so neither a copy of the database nor guessing reveals one.
 */
import { type ApiScope, apiLimits, apiTokenPrefix } from '#contract/api.ts';
import { nameLine } from '#contract/clean-text.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { DeskCaller } from '#server/caller.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Storage, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { TokenAuthenticator } from '#server/http/caller.ts';
import type { Limiter } from '#server/http/limits.ts';
import { madeByPress } from '#server/made-by-press.ts';
import { requireCallerSession } from '#server/sign-in/service.ts';
import { dayMs, isoAfter, isoBefore } from '#server/times.ts';
import {
  type ApiToken,
  allTokens,
  countLive,
  findByHash,
  findToken,
  insertToken,
  lockTokenShared,
  noteUse,
  revokeToken,
} from './store.ts';

export { tokenNames } from './store.ts';
export { carriedOverTokens, madeTokens } from './store-carry-over.ts';

interface ApiTokensOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly storage: Pick<Storage, 'db' | 'reads' | 'transaction'>;
  readonly audit: AuditLog;
  /** The limit for each token, by its id. */
  readonly limit: Limiter;
  /** Called when a use could not be noted. */
  readonly onError: (error: unknown) => void;
}

/**
 * The least time between two notes of a token's use, in milliseconds, so that a program that reads all day writes one row a minute.
 */
const noteEveryMs = 60_000;
const mostListed = 500;

interface NewToken {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly days: number;
  /** The press of the page that asks: the same press gets the same token. */
  readonly press?: string | undefined;
}

/** What a program reads with a token, for the audit log. */
export interface PageRead {
  readonly kind: 'lead' | 'request' | 'dealership';
  readonly ids: readonly string[];
}

export function createApiTokens({ storage, audit, keyed, limit, now, onError }: ApiTokensOptions) {
  const hashOf = (token: string) => keyed.of('api-token', token);
  const isLive = ({ revoked_at, expires_at }: ApiToken, at: Date) =>
    revoked_at === null && expires_at > at.toISOString();

  /** Stores that a token was used, and tells the consoles. */
  const noteTokenUse = (id: string, times: { readonly at: string; readonly since: string }) =>
    storage.transaction(async (trx) => {
      if (await noteUse(trx, id, times)) await changed(trx, 'connections');
    });

  /** Finds the token that a program calls with. It is read each time, so that a revoked token stops working at once. */
  const authenticate: TokenAuthenticator = async (token, { token: scope }) => {
    const found = token.startsWith(apiTokenPrefix) ? await findByHash(storage.db, hashOf(token)) : undefined;
    const at = now();
    if (!found || !isLive(found, at)) return { refused: 'deadToken' };
    const waitMs = await limit.take(found.id);
    if (waitMs > 0) return { refused: 'tooMany', waitMs };
    if (!(JSON.parse(found.scopes) as string[]).includes(scope)) return { refused: 'missingScope' };
    const since = isoBefore(at, noteEveryMs);
    if (found.last_used_at === null || found.last_used_at < since) {
      await noteTokenUse(found.id, { at: at.toISOString(), since }).catch(onError);
    }
    return { caller: { tokenId: found.id } };
  };

  /** Whether a token is as it was asked for, and no program has used it. Then the response to the press may have been lost. */
  const isUnused = (there: ApiToken, asked: Pick<ApiToken, 'name' | 'scopes'>, days: number, at: Date): boolean =>
    isLive(there, at) &&
    there.last_used_at === null &&
    there.name === asked.name &&
    JSON.stringify(JSON.parse(there.scopes)) === asked.scopes &&
    there.expires_at === isoAfter(new Date(there.created_at), days * dayMs);

  return {
    authenticate,

    list: (): Promise<ApiToken[]> => allTokens(storage.reads, mostListed),

    /**
     * Makes a token. It is in the result, and cannot be read afterwards. `pressTaken`: the press has already made a token that
     * differs, or that was used or revoked since.
     *
     * @throws SessionOverError when the asker's session has ended since the check
     */
    make: ({ name, scopes, days, press }: NewToken, asker: DeskCaller) =>
      storage.transaction(async (trx) => {
        // Serializes makers, so that two at once cannot exceed the limit.
        await dialectOf(trx).lock(trx, ['api tokens']);
        await requireCallerSession(trx, asker);
        const by = asker.personId;
        const at = now();
        if (nameLine(name) === '') return { refused: 'badName' } as const;
        if (scopes.length === 0) return { refused: 'noScopes' } as const;
        const asked = { name: nameLine(name), scopes: JSON.stringify([...new Set(scopes)]) };
        const made = madeByPress(keyed, 'api-token', { press, personId: by });
        const { id } = made;
        const token = apiTokenPrefix + made.secret.toString('base64url');
        const there = await findToken(trx, id);
        if (there)
          return isUnused(there, asked, days, at) ? ({ id, token } as const) : ({ refused: 'pressTaken' } as const);
        if ((await countLive(trx, at.toISOString())) >= apiLimits.tokens) return { refused: 'tooManyTokens' } as const;
        await insertToken(trx, {
          ...asked,
          id,
          token_hash: hashOf(token),
          created_at: at.toISOString(),
          created_by: by,
          expires_at: isoAfter(at, days * dayMs),
        });
        await changed(trx, 'connections');
        const detail = { scopes: [...scopes], days };
        await audit.write(trx, { by, action: 'api-token-made', about: [{ kind: 'api-token', id }], detail });
        return { id, token } as const;
      }),

    /** Ends a token at once. False when there never was one. Repeating it changes nothing. */
    revoke: (id: string, by: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        if (!(await revokeToken(trx, id, now().toISOString()))) return (await findToken(trx, id)) !== undefined;
        await changed(trx, 'connections');
        await audit.write(trx, { by, action: 'api-token-revoked', about: [{ kind: 'api-token', id }] });
        return true;
      }),

    /**
     * Notes what a page gives to a program: one entry with the token and every record. Send the page only when this resolves to
     * true. It is false when the token was revoked since it was checked, so that no page follows the revocation in the log.
     *
     * @param checkCurrent rejects when the page has what was erased since it was read, so that nothing is noted. It runs while the
     * log is locked: an erasure that it does not see follows the page in the log
     */
    async read(tokenId: string, { kind, ids }: PageRead, checkCurrent: (trx: Trx) => Promise<void>): Promise<boolean> {
      if (ids.length === 0) return true;
      const records = ids.map((id) => ({ kind, id }));
      return storage.transaction(async (trx) => {
        const token = await lockTokenShared(trx, tokenId);
        if (!token || !isLive(token, now())) return false;
        await audit.write(trx, {
          by: null,
          action: 'api-read',
          about: [{ kind: 'api-token', id: tokenId }, ...records],
          detail: { count: ids.length },
        });
        await checkCurrent(trx);
        return true;
      });
    },
  };
}
