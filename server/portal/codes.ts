/** The operator's side of access codes: issue, list, revoke, rotate, and the one that is made before there is any. */
import type { Transaction } from 'kysely';
import { brand } from '#brand/brand.ts';
import { mintId } from '#contract/reference.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Tables } from '#server/storage/schema.ts';
import { mintCode, showCode } from './code.ts';
import { type AccessCode, findCode } from './store.ts';

export interface CodesOptions {
  readonly storage: Storage;
  readonly keyed: KeyedHash;
  readonly now: () => Date;
}

/** What an operator sees of a code. The code itself is gone. */
export interface ListedCode extends Pick<AccessCode, 'id' | 'selector' | 'created_at' | 'expires_at' | 'revoked_at'> {
  /** Null for the shared code. */
  readonly dealership: string | null;
}

/** A code just made; `code` is shown this once. */
export interface IssuedCode {
  readonly selector: string;
  readonly code: string;
}

export type Codes = ReturnType<typeof createCodes>;

export function createCodes({ storage, keyed, now }: CodesOptions) {
  const { db } = storage;

  async function insert(
    trx: Transaction<Tables>,
    dealershipId: string | null,
    expiresAt: string | null,
  ): Promise<IssuedCode> {
    for (;;) {
      const { selector, code } = mintCode();
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('access_codes')
        .values({
          id: mintId(),
          selector,
          hash: keyed.of('access-code', code),
          dealership_id: dealershipId,
          created_at: now().toISOString(),
          expires_at: expiresAt,
        })
        .onConflict((conflict) => conflict.column('selector').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows > 0n) return { selector, code: showCode(code) };
    }
  }

  const revoke = async (trx: Transaction<Tables>, id: string) =>
    trx.updateTable('access_codes').set({ revoked_at: now().toISOString() }).where('id', '=', id).execute();

  return {
    /**
     * Makes a code.
     *
     * @param dealershipId whose own it is; null for one to share
     * @param expiresAt ISO-8601, or null for no end
     */
    issue: (dealershipId: string | null, expiresAt: string | null): Promise<IssuedCode> =>
      storage.transaction((trx) => insert(trx, dealershipId, expiresAt)),

    list: (): Promise<ListedCode[]> =>
      db
        .selectFrom('access_codes')
        .leftJoin('dealerships', 'dealerships.id', 'access_codes.dealership_id')
        .select([
          'access_codes.id',
          'access_codes.selector',
          'access_codes.created_at',
          'access_codes.expires_at',
          'access_codes.revoked_at',
          'dealerships.name as dealership',
        ])
        .orderBy('access_codes.created_at')
        .orderBy('access_codes.id')
        .execute(),

    /** Ends a code and, with it, its sessions. False when there is no such code or it was revoked before. */
    revoke: (selector: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        const found = await findCode(trx, selector);
        if (!found || found.revoked_at !== null) return false;
        await revoke(trx, found.id);
        return true;
      }),

    /**
     * Puts a new code in the place of an old one, for the same dealership and with the same end. Undefined when there is
     * no such code or it was revoked before.
     *
     * @param keepMs how long the old one still holds; 0 to end it and its sessions at once
     */
    rotate: (selector: string, keepMs: number): Promise<IssuedCode | undefined> =>
      storage.transaction(async (trx) => {
        const found = await findCode(trx, selector);
        if (!found || found.revoked_at !== null) return undefined;
        if (keepMs === 0) await revoke(trx, found.id);
        else {
          const until = new Date(now().getTime() + keepMs).toISOString();
          const ends = found.expires_at !== null && found.expires_at < until ? found.expires_at : until;
          await trx.updateTable('access_codes').set({ expires_at: ends }).where('id', '=', found.id).execute();
        }
        const past = found.expires_at !== null && found.expires_at <= now().toISOString();
        return insert(trx, found.dealership_id, past ? null : found.expires_at);
      }),

    /** Adds the brand's dealerships that are not known by name yet. */
    seedDealerships: (): Promise<void> =>
      storage.transaction(async (trx) => {
        const created_at = now().toISOString();
        const rows = brand.dealerships.map(({ name, phone }) => ({
          id: mintId(),
          name,
          phone: phone || null,
          created_at,
        }));
        await trx
          .insertInto('dealerships')
          .values(rows)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
      }),

    /**
     * Makes one shared code while there is none at all, however many servers start at once.
     *
     * @param reveal shows it, before it is stored: a code that was stored and never seen would be of no use
     */
    makeFirst: (reveal: (code: string) => void): Promise<void> =>
      storage.transaction(async (trx) => {
        await storage.differences.lock(trx, ['first access code']);
        const any = await trx.selectFrom('access_codes').select('id').limit(1).executeTakeFirst();
        if (!any) reveal((await insert(trx, null, null)).code);
      }),
  };
}
