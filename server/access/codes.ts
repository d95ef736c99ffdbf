/** The operator's side of access codes: issues, lists, revokes and rotates them, and makes the first one. */
import type { AuditLog, AuditSubject } from '#server/audit/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import {
  changeCodes,
  findDealership,
  findWhole,
  hasAgreement,
  namesOf,
  noteEvent,
} from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { showCode } from '#server/secret-symbols.ts';
import { type AroundShared, settingOf, writeSetting } from '#server/settings/service.ts';
import { isoAfter } from '#server/times.ts';
import { type CodeName, mintCode } from './code.ts';
import {
  type AccessCode,
  allCodes,
  codesBefore,
  findCode,
  isAnyOwnCodeLive,
  newestNumber,
  revokeCodesOf,
  storeCode,
  updateCode,
} from './store.ts';

export interface CodesOptions extends Pick<Environment, 'storage' | 'now' | 'keyed'> {
  readonly audit: AuditLog;
}

/** What an operator sees of a code. The code itself is gone. */
export interface ListedCode extends Omit<AccessCode, 'hash'> {
  /** The name of the dealership whose own code it is; null for a shared code. */
  readonly dealership: string | null;
}

/** A code just made; `code` is shown only now. */
export interface IssuedCode {
  readonly id: string;
  readonly number: number;
  readonly code: string;
}

interface InsertedCode extends IssuedCode {
  readonly dealershipId: string | null;
}

/** The operator has switched shared codes off, and this would have made one. */
export class SharedCodeOffError extends Error {
  override name = 'SharedCodeOffError';
}

/** The dealership was removed or its account closed, so it gets no code. */
export class DealershipGoneError extends Error {
  override name = 'DealershipGoneError';
}

/** The dealership's agreement has not begun, so it gets no code of its own yet. */
export class NoAgreementError extends Error {
  override name = 'NoAgreementError';
}

/** A newer code has replaced this one, which is still valid for a while. Rotate the newer one. */
export class CodeReplacedError extends Error {
  override name = 'CodeReplacedError';
}

/** Shows a code that is about to be stored. Rejects when it cannot. */
type ShowCode = (code: string) => Promise<void>;

export type Codes = ReturnType<typeof createCodes>;

export function createCodes({ storage, keyed, audit, now }: CodesOptions) {
  const { db } = storage;
  const hashOf = (code: string) => keyed.of('access-code', code);

  const find = (trx: Reader, name: CodeName): Promise<AccessCode | undefined> => {
    if ('number' in name) return findCode(trx, 'number', name.number);
    return 'id' in name ? findCode(trx, 'id', name.id) : findCode(trx, 'hash', hashOf(name.code));
  };

  /** Writes what happened to a code: in the audit log, and in the history of the dealership whose own it is. */
  async function note(
    trx: Trx,
    action: 'code-made' | 'code-rotated' | 'code-revoked',
    { id, number, dealershipId }: Omit<InsertedCode, 'code'>,
    byId: string | null,
  ): Promise<void> {
    const about: AuditSubject[] = [{ kind: 'code', id }];
    if (dealershipId !== null) {
      await noteEvent(trx, dealershipId, { kind: action, byId, at: now().toISOString(), detail: [String(number)] });
      about.push({ kind: 'dealership', id: dealershipId });
    }
    await audit.write(trx, { by: byId, action, about, detail: { number } });
  }

  /** Throws why a dealership, or everybody together, gets no new code. */
  async function demandMay(trx: Reader, dealershipId: string | null): Promise<void> {
    if (dealershipId === null && (await settingOf(trx, 'shared-code')) === 'off') throw new SharedCodeOffError();
    if (dealershipId !== null) {
      if (!(await findDealership(trx, dealershipId))) throw new DealershipGoneError();
      const dealership = await findWhole(trx, dealershipId);
      if (!dealership || !hasAgreement(dealership, now())) throw new NoAgreementError();
    }
  }

  async function insert(
    trx: Trx,
    dealershipId: string | null,
    expiresAt: string | null,
    code: string,
  ): Promise<InsertedCode> {
    await demandMay(trx, dealershipId);
    const facts = { dealership_id: dealershipId, created_at: now().toISOString(), expires_at: expiresAt };
    return { ...(await storeCode(trx, hashOf(code), facts)), dealershipId, code: showCode(code) };
  }

  async function findToRotate(trx: Reader, name: CodeName): Promise<AccessCode | undefined> {
    const found = await find(trx, name);
    if (!found || found.revoked_at !== null) return undefined;
    // Its original end was given to the newer code, and is not stored here any more.
    if (found.replaced_at !== null) throw new CodeReplacedError();
    return found;
  }

  const revoke = (trx: Trx, id: string) => updateCode(trx, id, { revoked_at: now().toISOString() });

  const listed = ({ hash: _hash, ...code }: AccessCode, names: ReadonlyMap<string, string>): ListedCode => ({
    ...code,
    dealership: code.dealership_id === null ? null : (names.get(code.dealership_id) ?? null),
  });

  return {
    /**
     * Makes a code.
     *
     * @param dealershipId whose own it is; null for one to share
     * @param expiresAt ISO-8601, or null for no end
     * @param show shows the code before it is stored, when it would be made. A code that cannot be shown is not made
     * @throws SharedCodeOffError for one to share while those are switched off
     * @throws DealershipGoneError, NoAgreementError
     */
    async issue(
      dealershipId: string | null,
      expiresAt: string | null,
      byId: string | null = null,
      show?: ShowCode,
    ): Promise<IssuedCode> {
      const minted = mintCode();
      if (show) {
        await demandMay(db, dealershipId);
        await show(showCode(minted));
      }
      return changeCodes(storage, async (trx) => {
        const issued = await insert(trx, dealershipId, expiresAt, minted);
        await note(trx, 'code-made', issued, byId);
        return issued;
      });
    },

    async list(): Promise<ListedCode[]> {
      const [codes, names] = [await allCodes(db), await namesOf(db)];
      return codes.map((code) => listed(code, names));
    },

    /** A slice of all codes, the newest first: those with lower numbers than one. */
    async slice(before: number | undefined, limit: number): Promise<ListedCode[]> {
      const [codes, names] = [await codesBefore(storage.db, before, limit), await namesOf(db)];
      return codes.map((code) => listed(code, names));
    },

    /** Ends a code and its sessions. Undefined when there was no such code; `already`: it was revoked before, nothing changes. */
    revoke: (
      name: CodeName,
      byId: string | null = null,
    ): Promise<{ readonly number: number; readonly already: boolean } | undefined> =>
      changeCodes(storage, async (trx) => {
        const found = await find(trx, name);
        if (!found) return undefined;
        const already = found.revoked_at !== null;
        if (!already) {
          await revoke(trx, found.id);
          await note(trx, 'code-revoked', { ...found, dealershipId: found.dealership_id }, byId);
        }
        return { number: found.number, already };
      }),

    /**
     * Puts a new code in the place of an old one, for the same dealership and with the same end. Undefined when there is
     * no such code or it was revoked before.
     *
     * @param keepMs how long the old one stays valid; 0 to end it and its sessions at once
     * @param show shows the new code before it is stored, as for `issue`
     * @throws CodeReplacedError when a newer one has taken its place already; SharedCodeOffError, DealershipGoneError, NoAgreementError
     */
    async rotate(
      name: CodeName,
      keepMs: number,
      byId: string | null = null,
      show?: ShowCode,
    ): Promise<IssuedCode | undefined> {
      const minted = mintCode();
      if (show) {
        const found = await findToRotate(db, name);
        if (!found) return undefined;
        await demandMay(db, found.dealership_id);
        await show(showCode(minted));
      }
      return changeCodes(storage, async (trx) => {
        const found = await findToRotate(trx, name);
        if (!found) return undefined;
        if (keepMs === 0) await revoke(trx, found.id);
        else {
          const until = isoAfter(now(), keepMs);
          const ends = found.expires_at !== null && found.expires_at < until ? found.expires_at : until;
          await updateCode(trx, found.id, { expires_at: ends, replaced_at: now().toISOString() });
        }
        const past = found.expires_at !== null && found.expires_at <= now().toISOString();
        const issued = await insert(trx, found.dealership_id, past ? null : found.expires_at, minted);
        await note(trx, 'code-rotated', issued, byId);
        return issued;
      });
    },

    /**
     * Ends every shared code with its sessions, and lets none be made until `allowShared`. Refused, with nothing changed,
     * while no dealership has a valid code of its own: nobody could open the portal. Not refused when they are ended already.
     *
     * @param force ends them all the same
     * @param around what else belongs to the change, in its transaction
     */
    endShared: (
      force: boolean,
      around?: AroundShared,
    ): Promise<{ outcome: 'ended'; codes: number } | { outcome: 'no-own-code' | 'changed' }> =>
      changeCodes(storage, async (trx) => {
        if (around && !(await around.before(trx))) return { outcome: 'changed' };
        const at = now().toISOString();
        const isOff = (await settingOf(trx, 'shared-code')) === 'off';
        if (!force && !isOff && !(await isAnyOwnCodeLive(trx, at))) return { outcome: 'no-own-code' };
        const codes = await revokeCodesOf(trx, null, at);
        if (codes === 0 && isOff) return { outcome: 'ended', codes };
        await writeSetting(trx, 'shared-code', 'off', at);
        await around?.after(trx);
        return { outcome: 'ended', codes };
      }),

    /** Allows shared codes again. Those that were ended stay ended: the people they were ended against may still have them. */
    allowShared: (around?: AroundShared): Promise<'allowed' | 'changed'> =>
      changeCodes(storage, async (trx) => {
        if (around && !(await around.before(trx))) return 'changed';
        if ((await settingOf(trx, 'shared-code')) !== 'off') return 'allowed';
        await writeSetting(trx, 'shared-code', 'on', now().toISOString());
        await around?.after(trx);
        return 'allowed';
      }),

    /**
     * Makes one shared code while there is none at all, however many servers start at once.
     *
     * @param reveal shows the code before it is stored, because a code that was stored and never seen would be useless
     */
    async makeFirst(reveal: (code: string) => void): Promise<void> {
      // Minted and shown once, although the transaction may run again.
      const minted = mintCode();
      let shown = false;
      await changeCodes(storage, async (trx) => {
        if ((await newestNumber(trx)) > 0) return;
        const issued = await insert(trx, null, null, minted);
        if (!shown) reveal(issued.code);
        shown = true;
        await note(trx, 'code-made', issued, null);
      });
    },
  };
}
