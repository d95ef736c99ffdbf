/** The operator's side of access codes: issue, list, revoke, rotate, and the one that is made before there is any. */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { findDealership, namesOf } from '#server/dealerships/service.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { settingOf, writeSetting } from '#server/settings/service.ts';
import { type CodeName, mintCode, showCode } from './code.ts';
import {
  type AccessCode,
  allCodes,
  findCode,
  insertCode,
  isAnyOwnCodeLive,
  newestNumber,
  revokeCodesOf,
  updateCode,
} from './store.ts';

export { revokeCodesOf } from './store.ts';

export interface CodesOptions {
  readonly storage: Storage;
  readonly keyed: KeyedHash;
  readonly now: () => Date;
}

/** What an operator sees of a code. The code itself is gone. */
export interface ListedCode extends Pick<AccessCode, 'id' | 'number' | 'created_at' | 'expires_at' | 'revoked_at'> {
  /** Null for the shared code. */
  readonly dealership: string | null;
}

/** A code just made; `code` is shown this once. */
export interface IssuedCode {
  readonly id: string;
  readonly number: number;
  readonly code: string;
}

/** The operator has switched shared codes off, and this would have made one. */
export class SharedCodeOffError extends Error {
  override name = 'SharedCodeOffError';
}

/** The dealership was removed, so it gets no code. */
export class DealershipRemovedError extends Error {
  override name = 'DealershipRemovedError';
}

export type Codes = ReturnType<typeof createCodes>;

export function createCodes({ storage, keyed, now }: CodesOptions) {
  const { db } = storage;

  /** Changes codes while nobody else does. */
  const change = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    storage.transaction(async (trx) => {
      await storage.dialect.lock(trx, ['access codes']);
      return work(trx);
    });

  const find = (trx: Transaction<Tables>, name: CodeName): Promise<AccessCode | undefined> => {
    if ('number' in name) return findCode(trx, 'number', name.number);
    return 'id' in name ? findCode(trx, 'id', name.id) : findCode(trx, 'hash', keyed.of('access-code', name.code));
  };

  async function insert(
    trx: Transaction<Tables>,
    dealershipId: string | null,
    expiresAt: string | null,
    mint = mintCode,
  ): Promise<IssuedCode> {
    if (dealershipId === null && (await settingOf(trx, 'shared-code')) === 'off') throw new SharedCodeOffError();
    if (dealershipId !== null && !(await findDealership(trx, dealershipId))) throw new DealershipRemovedError();
    const code = mint();
    const number = (await newestNumber(trx)) + 1;
    const id = mintId();
    await insertCode(trx, {
      id,
      number,
      hash: keyed.of('access-code', code),
      dealership_id: dealershipId,
      created_at: now().toISOString(),
      expires_at: expiresAt,
    });
    return { id, number, code: showCode(code) };
  }

  const revoke = (trx: Transaction<Tables>, id: string) => updateCode(trx, id, { revoked_at: now().toISOString() });

  return {
    /**
     * Makes a code.
     *
     * @param dealershipId whose own it is; null for one to share
     * @param expiresAt ISO-8601, or null for no end
     * @throws SharedCodeOffError for one to share while those are switched off
     */
    issue: (dealershipId: string | null, expiresAt: string | null): Promise<IssuedCode> =>
      change((trx) => insert(trx, dealershipId, expiresAt)),

    async list(): Promise<ListedCode[]> {
      const [codes, names] = [await allCodes(db), await namesOf(db)];
      return codes.map(({ dealership_id, id, number, created_at, expires_at, revoked_at }) => {
        const dealership = dealership_id === null ? null : (names.get(dealership_id) ?? null);
        return { id, number, created_at, expires_at, revoked_at, dealership };
      });
    },

    /** Ends a code and, with it, its sessions: its number. Undefined when there is no such code or it was revoked before. */
    revoke: (name: CodeName): Promise<number | undefined> =>
      change(async (trx) => {
        const found = await find(trx, name);
        if (!found || found.revoked_at !== null) return undefined;
        await revoke(trx, found.id);
        return found.number;
      }),

    /**
     * Puts a new code in the place of an old one, for the same dealership and with the same end. Undefined when there is
     * no such code or it was revoked before.
     *
     * @param keepMs how long the old one still holds; 0 to end it and its sessions at once
     */
    rotate: (name: CodeName, keepMs: number): Promise<IssuedCode | undefined> =>
      change(async (trx) => {
        const found = await find(trx, name);
        if (!found || found.revoked_at !== null) return undefined;
        if (keepMs === 0) await revoke(trx, found.id);
        else {
          const until = new Date(now().getTime() + keepMs).toISOString();
          const ends = found.expires_at !== null && found.expires_at < until ? found.expires_at : until;
          await updateCode(trx, found.id, { expires_at: ends });
        }
        const past = found.expires_at !== null && found.expires_at <= now().toISOString();
        return insert(trx, found.dealership_id, past ? null : found.expires_at);
      }),

    /**
     * Ends every shared code with its sessions, and lets none be made until `allowShared`. Refused, with nothing changed,
     * while no dealership has a code of its own that holds: nobody could open the portal.
     *
     * @param force ends them all the same
     */
    endShared: (force: boolean): Promise<{ outcome: 'ended'; codes: number } | { outcome: 'no-own-code' }> =>
      change(async (trx) => {
        const at = now().toISOString();
        if (!force && !(await isAnyOwnCodeLive(trx, at))) return { outcome: 'no-own-code' };
        const codes = await revokeCodesOf(trx, null, at);
        await writeSetting(trx, 'shared-code', 'off', at);
        return { outcome: 'ended', codes };
      }),

    /** Lets shared codes be made again. Those that were ended stay so: whoever still has one may be whom they were ended for. */
    allowShared: (): Promise<void> =>
      change(async (trx) => {
        await writeSetting(trx, 'shared-code', 'on', now().toISOString());
      }),

    /**
     * Makes one shared code while there is none at all, however many servers start at once.
     *
     * @param reveal shows it, before it is stored: a code that was stored and never seen would be of no use
     */
    async makeFirst(reveal: (code: string) => void): Promise<void> {
      // Minted and shown once, although the transaction may run again.
      const minted = mintCode();
      let shown = false;
      await change(async (trx) => {
        if ((await newestNumber(trx)) > 0) return;
        const { code } = await insert(trx, null, null, () => minted);
        if (!shown) reveal(code);
        shown = true;
      });
    },
  };
}
