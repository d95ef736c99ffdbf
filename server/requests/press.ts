import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { lockRequest } from './store.ts';
import type { RequestEventKind } from './tables.ts';

/** Runs a change of a request in a transaction and, when it happened, says so. */
export type Change = (
  id: string,
  kind: RequestEventKind,
  work: (trx: Transaction<Tables>, at: Date) => Promise<boolean>,
) => Promise<boolean>;

export interface Press {
  readonly kind: RequestEventKind;
  /** Does what was pressed. False when the request stands so that it cannot be done. */
  readonly take: Parameters<Change>[2];
  /** Whether the request stands as the press leaves it. */
  readonly stands: (trx: Transaction<Tables>) => Promise<boolean>;
  /** What is locked before the request. */
  readonly keys?: readonly string[];
}

/**
 * Makes what takes a press on a request. It also counts when an earlier press left the request as this one does. That is read under the
 * lock by which the press was refused: another tab may press the opposite at this instant.
 */
export const createPress =
  (storage: Pick<Storage, 'dialect'>, change: Change) =>
  async (id: string, { kind, take, stands, keys = [] }: Press): Promise<boolean> => {
    let stood = false;
    const taken = await change(id, kind, async (trx, at) => {
      if (keys.length > 0) await storage.dialect.lock(trx, keys);
      await lockRequest(trx, storage, id);
      if (await take(trx, at)) return true;
      stood = await stands(trx);
      return false;
    });
    return taken || stood;
  };
