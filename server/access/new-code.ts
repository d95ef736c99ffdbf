/** A new access code as a row. */
import { mintId } from '#contract/reference.ts';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { insertCode, newestNumber } from './store.ts';

interface NewCode {
  readonly keyed: KeyedHash;
  /** Its symbols, which are not stored. */
  readonly code: string;
  readonly dealershipId: string | null;
  readonly at: Iso;
  readonly expiresAt: Iso | null;
}

/** Stores a code under the next number, in a transaction that changes codes alone. */
export async function storeCode(
  trx: Trx,
  { keyed, code, dealershipId, at, expiresAt }: NewCode,
): Promise<{ readonly id: string; readonly number: number }> {
  const id = mintId();
  const number = (await newestNumber(trx)) + 1;
  const hash = keyed.of('access-code', code);
  await insertCode(trx, { id, number, hash, dealership_id: dealershipId, created_at: at, expires_at: expiresAt });
  return { id, number };
}
