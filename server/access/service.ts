/** The dealer portal: codes open sessions, and a session is what every other call of the portal carries. */
import { randomBytes } from 'node:crypto';
import { brand } from '#brand/brand.ts';
import { readAccessCode } from '#contract/access-code.ts';
import { codeLinkTimes } from '#contract/code-link.ts';
import { sessionForMs } from '#contract/portal.ts';
import type { Dealership, PortalView, SessionBody } from '#contract/portal-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { allDealerships, dealershipOf, type StoredDealership } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { addressKey } from '#server/http/limits.ts';
import { createTries } from '#server/http/tries.ts';
import { isSame } from '#server/keyed-hash.ts';
import { isRungOrOnShift, peoplePresent } from '#server/presence/service.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { believesClock } from '#server/retention/service.ts';
import { isTextAgentOn } from '#server/settings/service.ts';
import { skewMs } from '#server/skew.ts';
import { dayMs, earliest, hourMs, isoAfter, isoBefore } from '#server/times.ts';
import { deleteOldLinks } from './erase-links.ts';
import type { PortalSession } from './policy.ts';
import { accessKeptFor } from './retention.ts';
import {
  type AccessCode,
  codeOfSession,
  deleteDeadCodes,
  deleteSessions,
  endSession,
  findCode,
  findLiveSession,
  insertSession,
  isCodeValid,
  liveSessionIds,
  lockCodeShared,
  noteUse,
  type RequestsWithCode,
  shortenSessions,
  viewingCodes,
} from './store.ts';
import { shortenLinks } from './store-links.ts';

export { codeLinkUrlOf, createCodeLinks, endAccess } from './code-links.ts';
export { codeSummariesOf, codesAndLinkOf } from './code-states.ts';
export type { ListedCode } from './codes.ts';
export { eraseLinksOf, heldLinks } from './erase-links.ts';
export { codeLinkMessages } from './messages.ts';
export { codeLinkPerson, erasableCodeLinks } from './person.ts';
export { hasRequest, mayAskFor, type PortalSession } from './policy.ts';
export { dealershipsWithCode, isAnyOwnCodeLive, lockSessionShared, withoutCode, withUnusedCode } from './store.ts';
export { madeCodes } from './store-carry-over.ts';
export { endEveryLink } from './store-links.ts';
export { afterRestore, allCodesSql, type ReplacedCode } from './store-restore.ts';

/** What a try with a code comes to. */
type Opening =
  | { readonly kind: 'opened'; readonly token: string; readonly session: PortalSession; readonly codeNumber: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly retryAfterMs: number };

/** What the code of portal access needs of agent requests. */
export interface RequestsOfCodes {
  /** Gives a request to another session of the code that it was made with. */
  moveToSession(
    trx: Trx,
    request: { readonly id: string; readonly codeId: string; readonly sessionId: string },
  ): Promise<unknown>;
  /** When a request was opened again after its end; null when it was not. */
  reopenedAt(trx: Trx, id: string): Promise<string | null>;
  /** Selects the requests that were made with a code, for the condition of a query over codes. */
  readonly withCode: RequestsWithCode;
}

/** What a view token is made of. */
interface ViewedRequest {
  readonly id: string;
  readonly code_id: string;
  readonly reopened_at: string | null;
}

interface PortalOptions extends Environment, Pick<Repeat, 'onError'> {
  /** Hears of an unusual rate of wrong codes (`tries.ts`). */
  readonly onUnusualTries?: (tries: number) => void;
  readonly requests: RequestsOfCodes;
}

export type Portal = ReturnType<typeof createPortal>;

const present = ({ id, name, phone }: StoredDealership): Dealership => ({ id, name, phone });

export function createPortal({ storage, keyed, now, clockMs, onError, requests, onUnusualTries }: PortalOptions) {
  const { db } = storage;
  const tries = createTries({ clockMs, onlyWrongOnesWait: true, ...(onUnusualTries && { onUnusual: onUnusualTries }) });

  /**
   * The proof that somebody may see a request without a session. It ends with the code that the request was made with, and a
   * request that is opened again after its end has a new one.
   */
  const viewTokenOf = ({ id, code_id, reopened_at }: ViewedRequest) =>
    keyed.of('view', reopened_at === null ? `${id} ${code_id}` : `${id} ${code_id} ${reopened_at}`);

  /** Gives the new session a request, when it was made with the same code and the token is its view token. */
  async function resumeIn(
    trx: Trx,
    { id, viewToken }: NonNullable<SessionBody['resume']>,
    of: { readonly codeId: string; readonly sessionId: string },
  ): Promise<void> {
    const reopened_at = await requests.reopenedAt(trx, id);
    const isShown = isSame(viewToken, viewTokenOf({ id, code_id: of.codeId, reopened_at }));
    if (isShown) await requests.moveToSession(trx, { id, ...of });
  }

  /** Begins a session with a code that was found a moment ago. @returns `wrong` when it has ended since */
  async function begin(
    { id: codeId }: AccessCode,
    { resume, resumeBeside = [] }: Omit<SessionBody, 'code'>,
  ): Promise<Opening> {
    const token = randomBytes(32).toString('base64url');
    const id = mintId();
    return storage.transaction(async (trx) => {
      const at = now();
      const code = await lockCodeShared(trx, codeId, at.toISOString());
      if (!code) return { kind: 'wrong' };
      const longest = isoAfter(at, sessionForMs);
      const expiresAt = earliest(code.expires_at, longest) ?? longest;
      const common = { code_id: codeId, created_at: at.toISOString(), expires_at: expiresAt };
      await insertSession(trx, { id, token_hash: keyed.of('session', token), ...common });
      // With a dealership's own code, a session has all requests of the dealership anyway, and another one may be a colleague's.
      const others = code.dealership_id === null ? resumeBeside : [];
      // Two tabs may take over the same requests, so both lock them in the order of their ids.
      const kept = (resume ? [resume, ...others] : []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      for (const one of kept) await resumeIn(trx, one, { codeId, sessionId: id });
      const isNoted = await noteUse(trx, codeId, at);
      if (isNoted) await changed(trx, 'dealerships', code.dealership_id);
      const dealership = code.dealership_id === null ? undefined : await dealershipOf(trx, code.dealership_id);
      const session = { id, codeId, dealership: dealership ?? null, expiresAt };
      return { kind: 'opened', token, session, codeNumber: code.number };
    });
  }

  /** The session of a bearer token, unless it ended, ran out, or its code is no longer valid. */
  async function findSession(token: string): Promise<PortalSession | undefined> {
    const hash = keyed.of('session', token);
    const row = await findLiveSession(db, hash, now().toISOString());
    if (!row) return undefined;
    const { id, code_id: codeId, dealership_id: dealershipId } = row;
    const dealership = dealershipId === null ? undefined : await dealershipOf(db, dealershipId);
    // The code may have got an end since the session began, because a newer one replaces it.
    const expiresAt = earliest(row.expires_at, row.code_expires_at) ?? row.expires_at;
    return { id, codeId, dealership: dealership ?? null, expiresAt };
  }

  /** Why a token is refused that has no live session: its code is no longer valid, or something else. */
  async function whyRefused(token: string): Promise<'codeEnded' | 'deadToken'> {
    const code = await codeOfSession(db, keyed.of('session', token));
    return code && !isCodeValid(code, now().toISOString()) ? 'codeEnded' : 'deadToken';
  }

  /**
   * Shortens sessions and links that last too long. Deletes sessions that ran out a day ago, old links, and old dead codes that nothing
   * refers to, unless the sweeps doubt the clock.
   */
  async function purgeExpired(): Promise<void> {
    const at = now();
    const longest = isoAfter(at, sessionForMs);
    const deadBefore = isoBefore(at, accessKeptFor.deadCodeDays * dayMs);
    // Several servers may purge at once. What lasts longer than it can began while the clock was ahead.
    await storage.transaction((trx) => shortenSessions(trx, longest, isoAfter(at, sessionForMs + skewMs)));
    const longestLink = isoAfter(at, codeLinkTimes.linkForMs);
    await storage.transaction((trx) => shortenLinks(trx, longestLink, isoAfter(at, codeLinkTimes.linkForMs + skewMs)));
    if (!(await believesClock(db, at))) return;
    await storage.transaction((trx) => deleteSessions(trx, isoBefore(at, accessKeptFor.sessionDays * dayMs)));
    await storage.transaction((trx) => deleteDeadCodes(trx, deadBefore, requests.withCode));
    await storage.transaction((trx) => deleteOldLinks(trx, deadBefore));
  }

  const repeater = createRepeater({ everyMs: hourMs, atOnce: true, work: purgeExpired, onError });

  return {
    viewTokenOf,

    verifyViewToken: (token: string, request: ViewedRequest): boolean => isSame(token, viewTokenOf(request)),

    /**
     * Opens a session with a code. Whatever was typed costs one hash and one look-up by it: a wrong code, an unknown, a
     * revoked and an expired one are refused alike.
     */
    async open({ code: typed, ...kept }: SessionBody, address: string): Promise<Opening> {
      // Memory keeps no address.
      const outcome = await tries.attempt(keyed.of('address', addressKey(address)), async () => {
        const found = await findCode(db, 'hash', keyed.of('access-code', readAccessCode(typed)));
        return found && isCodeValid(found, now().toISOString()) ? found : undefined;
      });
      return outcome.kind === 'right' ? begin(outcome.found, kept) : outcome;
    },

    findSession,
    whyRefused,

    openSessionIds: (ids: readonly string[]): Promise<Set<string>> => liveSessionIds(db, ids, now().toISOString()),

    /** Which of these codes let the requests made with them be seen by a view token. */
    activeCodeIds: (codeIds: readonly string[]): Promise<Set<string>> => viewingCodes(db, codeIds, now().toISOString()),

    end: (sessionId: string) => endSession(db, sessionId, now().toISOString()),

    /** Whether the operator has switched Text Agent on. */
    textAgentOn: (): Promise<boolean> => isTextAgentOn(db),

    async view(session: PortalSession): Promise<PortalView> {
      const { dealership, expiresAt } = session;
      const all = dealership ? [dealership] : await allDealerships(db);
      return {
        expiresAt,
        serverNow: now().toISOString(),
        dealership: dealership && present(dealership),
        dealerships: all.map(present),
        textAgent: await isTextAgentOn(db),
        staffed: (await peoplePresent(db)).some(isRungOrOnShift),
        directLine: brand.directLine,
      };
    },

    purgeExpired,

    /** Deletes what has expired, now and once an hour. */
    start: repeater.start,
    stop: repeater.stop,
  };
}
